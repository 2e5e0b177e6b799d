"""python3 export.py ocr-b.onnx: writes net.pt as an ONNX model with weights in 16 bits."""
import io
import sys

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from net import Net

class WithLogs(torch.nn.Module):
    def __init__(self, net):
        super().__init__()
        self.net = net
    def forward(self, x):
        return self.net(x).log_softmax(2)

net = Net()
net.load_state_dict(torch.load("net.pt"))
net.eval()
stream = io.BytesIO()
torch.onnx.export(WithLogs(net), torch.randn(1, 1, 32, 640), stream, opset_version=13,
                  input_names=["line"], output_names=["logs"], dynamic_axes={"line": {3: "width"}, "logs": {1: "steps"}})
model = onnx.load_from_string(stream.getvalue())
keep, casts = [], []
for t in model.graph.initializer:
    a = numpy_helper.to_array(t)
    if a.dtype != np.float32 or a.size < 64:
        keep.append(t)
        continue
    keep.append(numpy_helper.from_array(a.astype(np.float16), t.name + "_half"))
    casts.append(helper.make_node("Cast", [t.name + "_half"], [t.name], to=TensorProto.FLOAT))
nodes = casts + list(model.graph.node)
del model.graph.initializer[:]
model.graph.initializer.extend(keep)
del model.graph.node[:]
model.graph.node.extend(nodes)
onnx.checker.check_model(model)
data = model.SerializeToString()
with open(sys.argv[1], "wb") as f:
    f.write(data)
