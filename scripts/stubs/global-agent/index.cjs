// The install script of onnxruntime-node calls this before it downloads 200 MB for graphics cards. npm 11.19 and newer
// read `allowScripts` in package.json and leave the script out; older ones run it, and find this package of the workspace.
exports.bootstrap = () => process.exit(0);
