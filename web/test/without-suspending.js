// The engine in a worker of a browser that cannot suspend WebAssembly.
import "./hide-suspending.js";
import "../js/ringstack-worker.js";
