// Makes the modules that are generated and not kept in version control.
import { compileKernels } from "./compile-kernels.mjs";
import { bundlePage } from "./bundle-page.mjs";

await compileKernels();
await bundlePage();
