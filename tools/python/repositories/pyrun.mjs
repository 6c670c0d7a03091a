// node pyrun.mjs [-I|-S|-B|-E|-s|-P]... (-c CODE | SCRIPT) ARGUMENT...
//
// CPython for WebAssembly with the command line of a python: the machine's files are mounted where they are, the
// environment is the caller's, and the exit code is Python's. Options are accepted and ignored: Pyodide is isolated
// by nature and writes no bytecode. PYODIDE_ROOT is the unpacked npm package.
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

// Folders of Pyodide's own file system.
const OWN = new Set(["proc", "sys", "dev", "lib", "share"]);

const RUN = `
import runpy, sys, traceback
sys.dont_write_bytecode = True
_code = 0
try:
    if _argv[0] == "-c":
        sys.argv = ["-c", *_argv[2:]]
        exec(compile(_argv[1], "<string>", "exec"), {"__name__": "__main__"})
    else:
        sys.argv = list(_argv)
        runpy.run_path(sys.argv[0], run_name="__main__")
except SystemExit as error:
    _code = error.code
    if _code is None:
        _code = 0
    elif not isinstance(_code, int):
        print(_code, file=sys.stderr)
        _code = 1
except BaseException:
    traceback.print_exc()
    _code = 1
sys.stdout.flush()
sys.stderr.flush()
_code
`;

async function load(root) {
  const { loadPyodide } = await import(pathToFileURL(path.join(root, "pyodide.mjs")));
  const env = { ...process.env, HOME: "/home/pyodide" };
  return loadPyodide({ indexURL: root + "/", packageCacheDir: root + "/", env });
}

function mountMachine(py) {
  for (const name of fs.readdirSync("/")) {
    const folder = "/" + name;
    if (OWN.has(name) || !fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory()) continue;
    py.FS.mkdirTree(folder);
    try {
      py.FS.mount(py.FS.filesystems.NODEFS, { root: folder }, folder);
    } catch {
      // Not readable here, or already mounted: whoever needs it is told by open().
    }
  }
  py.FS.chdir(process.cwd());
}

const argv = process.argv.slice(2);
while (/^-[ISBEsP]+$/.test(argv[0] ?? "")) argv.shift();
const py = await load(process.env.PYODIDE_ROOT);
mountMachine(py);
py.globals.set("_argv", py.toPy(argv));
process.exitCode = py.runPython(RUN);
