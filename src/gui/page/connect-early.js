// Runs before the other modules have loaded, to connect at the same time.

import { connectEarly } from "./connection.js";

connectEarly();
