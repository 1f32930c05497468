import { after, before } from 'node:test'
import { startTestCloud, type TestCloud, type TestCloudOptions } from './start-test-cloud.ts'

/**
 * Starts a cloud before the tests of the calling file or suite, and stops it after them. `furnish` prepares what else they need,
 * since a second `before` in the file would not wait for this one.
 */
export const ownCloud = (
  options?: TestCloudOptions,
  furnish?: (cloud: TestCloud) => Promise<void>,
): (() => TestCloud) => {
  let cloud: TestCloud | undefined
  before(async () => {
    cloud = await startTestCloud(options)
    await furnish?.(cloud)
  })
  after(() => cloud?.[Symbol.asyncDispose]())
  return () => {
    if (cloud === undefined) throw new Error('the cloud has not been started yet')
    return cloud
  }
}
