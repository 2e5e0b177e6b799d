"""python3 train.py POOL STEPS: draws POOL lines, trains on them and leaves net.pt. 25,500 and 2,600 made the net."""
import random
import sys

import numpy as np
import torch
from lines import ALPHABET, HEIGHT, normal, sample
from net import Net

BATCH = 24


def batch(items):
    width = (max(a.shape[1] for a, _ in items) + 3) // 4 * 4
    x = np.zeros((len(items), 1, HEIGHT, width), np.float32)
    for i, (a, _) in enumerate(items):
        x[i, 0, :, : a.shape[1]] = normal(a.astype(np.float32))
    steps = torch.tensor([(a.shape[1] + 3) // 4 for a, _ in items])
    texts = [[ALPHABET.index(c) + 1 for c in text] for _, text in items]
    return torch.from_numpy(x), steps, torch.tensor(sum(texts, [])), torch.tensor([len(t) for t in texts])


def greedy(row):
    text, last = "", 0
    for c in row:
        text += ALPHABET[c - 1] if c and c != last else ""
        last = c
    return text


def main(pool_size, total):
    r, n = random.Random(1), np.random.default_rng(1)
    # Bytes instead of floats: a quarter of the memory.
    pool = [((a * 32 + 128).clip(0, 255).astype(np.uint8), text) for a, text in (sample(r, n) for _ in range(pool_size))]
    held_out, pool = pool[:240], pool[240:]
    net = Net()
    optimizer = torch.optim.AdamW(net.parameters(), lr=2e-3, weight_decay=1e-2)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=2.5e-3, total_steps=total, pct_start=0.1)
    ctc = torch.nn.CTCLoss(blank=0, zero_infinity=True)
    for step in range(total):
        net.train()
        x, steps, texts, lengths = batch(r.sample(pool, BATCH))
        logs = net(x).log_softmax(2).permute(1, 0, 2)
        loss = ctc(logs, texts, steps.clamp(max=logs.shape[0]), lengths)
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optimizer.step()
        schedule.step()
        if step % 200 == 199:
            net.eval()
            right = 0
            with torch.no_grad():
                for i in range(0, len(held_out), BATCH):
                    items = held_out[i : i + BATCH]
                    x, steps, _, _ = batch(items)
                    for row, s, (_, text) in zip(net(x).argmax(2).tolist(), steps.tolist(), items):
                        right += greedy(row[:s]) == text
            print(step + 1, "loss %.3f" % loss.item(), "whole lines right %.3f" % (right / len(held_out)), flush=True)
            torch.save(net.state_dict(), "net.pt")


main(int(sys.argv[1]), int(sys.argv[2]))
