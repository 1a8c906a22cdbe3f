// After all tests of a run. A run that is broken off leaves nothing either: the server ends with the process.
module.exports = async () => {
  await globalThis.reputeTestCluster?.remove();
};
