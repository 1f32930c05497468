import { after, before, describe } from 'node:test'
import { startDistributedCloud } from '@nimbo/testkit/distributed-cloud'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { missingServers } from '@nimbo/testing/missing-servers'
import { signInByCatalog } from '@nimbo/testkit/sign-in-by-catalog'
import { describeAway } from './processes/away.suite.ts'
import { startCollector } from './processes/collector.ts'
import { describeDrain } from './processes/drain.suite.ts'
import { describeLogs } from './processes/logs.suite.ts'
import { describeMetrics } from './processes/metrics.suite.ts'
import type { ProcessCloud } from './processes/process-cloud.ts'
import { describeTokens } from './processes/tokens.suite.ts'
import { describeTraces } from './processes/traces.suite.ts'

/** One cloud for all tests, since starting it takes longer than most of them. */
const startProcessCloud = async (stack: AsyncDisposableStack): Promise<ProcessCloud> => {
  const collector = stack.use(await startCollector())
  const cloud = stack.use(
    await startDistributedCloud({
      novaApiWorkers: 2,
      conductors: 2,
      together: [['cinder-api', 'cinder-scheduler', 'cinder-volume']],
      environment: { OS_TRACE__OTLP_ENDPOINT: collector.endpoint },
    }),
  )
  const admin = await signInByCatalog(cloud.identityUrl, {
    ...{ username: 'admin', password: cloud.adminPassword, project: 'admin' },
  })
  return { cloud, admin, collector, flavorRef: await makeFlavor(admin), imageRef: await makeImage(admin) }
}

describe('a cloud of processes', { skip: missingServers }, () => {
  const stack = new AsyncDisposableStack()
  let started: ProcessCloud | undefined
  const shared = (): ProcessCloud => {
    if (started === undefined) throw new Error('the cloud has not been started yet')
    return started
  }
  before(async () => {
    started = await startProcessCloud(stack)
  })
  after(() => stack.disposeAsync())

  describeMetrics(shared)
  describeTraces(shared)
  describeLogs(shared)
  describeTokens(shared)
  describeAway(shared)
  // The last, since it stops a conductor permanently.
  describeDrain(shared)
})
