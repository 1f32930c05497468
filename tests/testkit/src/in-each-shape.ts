import { after, before, describe } from 'node:test'
import type { CloudUnderTest, CloudRequirements } from './cloud-under-test.ts'
import { startDistributedCloudUnderTest } from './distributed-cloud-under-test.ts'
import { startEmbeddedCloudUnderTest } from './embedded-cloud-under-test.ts'
import { missingServers } from '@nimbo/testing/missing-servers'
import { runVariables } from '@nimbo/testing/shared-servers'

const shapes = [
  { shape: 'embedded', start: startEmbeddedCloudUnderTest, skip: false },
  { shape: 'distributed', start: startDistributedCloudUnderTest, skip: missingServers },
] as const

export interface ShapesOptions extends CloudRequirements {
  /** Why the test cannot run on this machine. */
  readonly skip?: string | false
  /**
   * Whether a run of everything tests only the embedded shape, for tests of what hardly depends on the shape. Their suite by name
   * tests both.
   */
  readonly distributedByName?: boolean
}

const leftToSuite = 'a run of everything tests the embedded shape of this; its suite by name tests both'

/** Runs a test once in each shape of the cloud; `cloud` returns the one started for it. */
export const inEachShape = (
  title: string,
  { skip = false, distributedByName = false, ...wish }: ShapesOptions,
  story: (cloud: () => CloudUnderTest) => void,
): void => {
  const isLeft = distributedByName && process.env[runVariables.whole] === 'true'
  for (const { shape, start, skip: missing } of shapes) {
    const left = isLeft && shape === 'distributed' ? leftToSuite : false
    describe(`${title} (${shape})`, { skip: skip || missing || left }, () => {
      let cloud: CloudUnderTest | undefined
      before(async () => {
        cloud = await start(wish)
      })
      story(() => {
        if (cloud === undefined) throw new Error('the cloud has not been started yet')
        return cloud
      })
      // Runs after the cleanup of the test itself.
      after(() => cloud?.[Symbol.asyncDispose]())
    })
  }
}
