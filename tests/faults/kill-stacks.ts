import type { Moment } from '@nimbo/testkit/crash-plan'
import { caseName, type FaultCase } from './fault-case.ts'
import { type StackWork, stackWorks } from './stack-works.ts'

/** All operations on stacks. */
export const everyStackWork: readonly StackWork[] = Object.values(stackWorks)

/** Kills the process that works on a stack, at a step of the operation. */
export const killStack = (work: StackWork, step: number, moment: Moment): FaultCase => {
  const fault = `kill the engine while stacks ${work.name}`
  return {
    ...{ fault, line: step, moment, volume: false },
    run: async (cloud) => {
      const place = work.places[step - 1]
      if (place === undefined) throw new RangeError(`${work.name} has no step ${step}`)
      const name = caseName({ fault: work.name.replaceAll(' ', '-'), line: step, moment })
      await work.run(cloud, name, { place, moment })
      return 'whole, then clean'
    },
  }
}
