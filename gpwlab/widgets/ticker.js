// Beats time for the kernel: the next beat comes only after the kernel has answered the last one.

function initialize({ model }) {
  let timer = null;
  function wait() {
    clearTimeout(timer);
    timer = model.get("running") ? setTimeout(() => model.send({ kind: "beat" }), model.get("pause")) : null;
  }
  model.on("change:running", wait);
  model.on("msg:custom", wait);
  return () => clearTimeout(timer);
}

export default { initialize, render() {} };
