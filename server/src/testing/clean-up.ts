import type { TestContext } from 'node:test'

type Undo = () => unknown

const undone = new WeakMap<TestContext, Undo[]>()

/**
 * Undoes something after a test: the last first, so that a server ends before the folder it writes to is removed, and each
 * one even if another failed. `t.after` does neither: it goes in the order of the calls, and stops at the first failure.
 */
export function cleanUp(t: TestContext, undo: Undo): void {
  const undos = undone.get(t)
  if (undos) return void undos.push(undo)
  const steps = [undo]
  undone.set(t, steps)
  // oxlint-disable-next-line no-restricted-properties -- the one place that may
  t.after(() => undoAll(steps))
}

async function undoAll(steps: Undo[]): Promise<void> {
  const failures: unknown[] = []
  for (let undo = steps.pop(); undo; undo = steps.pop())
    try {
      await undo()
    } catch (failure) {
      failures.push(failure)
    }
  if (failures.length === 1) throw failures[0]
  if (failures.length > 1) throw new AggregateError(failures, 'What the test made could not be undone.')
}
