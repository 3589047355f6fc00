delete WebAssembly.Suspending;
