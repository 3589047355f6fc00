// A test has a name and a function that throws on failure.

const tests = [];

/** @param {string} name @param {() => any} work */
export function test(name, work) {
  tests.push({ name, work });
}

/** Asserts that two values are equal as JSON. */
export function equal(found, expected, what = "") {
  const [a, b] = [JSON.stringify(found), JSON.stringify(expected)];
  if (a !== b) throw new Error(`${what} ${a}, expected ${b}`);
}

/** Waits until pending promises are settled. */
export async function settle() {
  for (let n = 0; n < 20; n += 1) await null;
}

/** Runs all tests in sequence. */
export async function run() {
  const results = [];
  for (const { name, work } of tests) {
    let error = null;
    try {
      await work();
    } catch (thrown) {
      error = String(thrown?.stack ?? thrown);
    }
    results.push({ name, error });
  }
  return results;
}
