import torch.nn as nn


class Net(nn.Module):
    """Lines of height 32 in, one step for every 4 pixels out: the blank of CTC and 37 characters. 322,134 weights."""

    def __init__(self):
        super().__init__()

        def layer(into, out, kernel, stride, padding):
            return [nn.Conv2d(into, out, kernel, stride, padding, bias=False), nn.BatchNorm2d(out), nn.ReLU(True)]

        self.f = nn.Sequential(
            *layer(1, 16, 3, (2, 2), 1),
            *layer(16, 32, 3, (2, 1), 1),
            *layer(32, 64, 3, (2, 2), 1),
            *layer(64, 96, 3, (2, 1), 1),
            *layer(96, 128, (2, 3), 1, (0, 1)),
            *layer(128, 128, (1, 5), 1, (0, 2)),
            *layer(128, 128, (1, 5), 1, (0, 2)),
            nn.Dropout(0.1),
            nn.Conv2d(128, 38, 1),
        )

    def forward(self, x):
        return self.f(x).squeeze(2).permute(0, 2, 1)
