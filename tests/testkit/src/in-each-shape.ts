import { after, before, describe } from 'node:test'
import type { CloudUnderTest, CloudRequirements } from './cloud-under-test.ts'
import { startDistributedCloudUnderTest } from './distributed-cloud-under-test.ts'
import { startEmbeddedCloudUnderTest } from './embedded-cloud-under-test.ts'
import { missingServers } from '@nimbo/testing/missing-servers'

const shapes = [
  { shape: 'embedded', start: startEmbeddedCloudUnderTest, skip: false },
  { shape: 'distributed', start: startDistributedCloudUnderTest, skip: missingServers },
] as const

export interface ShapesOptions extends CloudRequirements {
  /** Why the test cannot run on this machine. */
  readonly skip?: string | false
}

/** Runs a test once in each shape of the cloud; `cloud` returns the one started for it. */
export const inEachShape = (
  title: string,
  { skip = false, ...wish }: ShapesOptions,
  story: (cloud: () => CloudUnderTest) => void,
): void => {
  for (const { shape, start, skip: missing } of shapes)
    describe(`${title} (${shape})`, { skip: skip || missing }, () => {
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
