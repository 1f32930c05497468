import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { startTestCloud, type TestCloud, type TestCloudOptions } from '@nimbo/testkit/start-test-cloud'
import { type Answered, ask } from './asked-cloud.ts'
import { differencesOf } from './compare.ts'
import { readStories, type Story } from './questions.ts'
import { readReview } from './reviewed.ts'
import { type Service, serviceOf } from './roots.ts'

const here = import.meta.dirname
const stories = readStories(join(here, 'questions'))

const recorded = (story: string): readonly Answered[] =>
  readFileSync(join(here, 'answers', `${story}.jsonl`), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

const review = readReview(join(here, 'differences'))

/** A recorded cloud: the services that were asked, and the options that make a cloud of ours comparable with it. */
interface Recorded {
  readonly title: string
  readonly services: readonly Service[]
  readonly asRecorded: TestCloudOptions
}

const clouds: readonly Recorded[] = [
  {
    title: 'identity and placement answer as OpenStack Zed did',
    services: ['identity', 'placement'],
    asRecorded: {
      hosts: 0,
      environment: { OS_AUTH__METHODS: 'external,password,token,oauth1,mapped,application_credential' },
      // Before 2023.1 any admin could reshape, since then only services can.
      etc: { 'placement/policy.yaml': '"placement:reshaper:reshape": "role:admin"\n' },
    },
  },
  {
    title: 'compute, network, volume and image answer as OpenStack 2025.1 did',
    services: ['compute', 'network', 'volume', 'image'],
    asRecorded: { hosts: 0 },
  },
]

/** Sends the requests of a story and compares each answer with the recorded one. */
const compare = async ({ cloud }: { cloud: TestCloud }, story: Story): Promise<void> => {
  const theirs = recorded(story.name)
  assert.deepEqual(
    theirs.map(({ line }) => line),
    story.questions.map(({ line }) => line),
    'questions have changed since they were recorded: node tests/differential/record.ts',
  )
  const { authUrl, password } = cloud.access
  const ours = await ask({ authUrl, password }, story)
  const found = theirs.flatMap((one, index) => {
    const other = ours[index]
    const differs = (other === undefined ? ['unanswered'] : differencesOf(one, other)).filter(
      (difference) => !review.isEverywhere(story.name, difference),
    )
    return differs.length === 0 ? [] : [{ line: one.line, differences: differs }]
  })
  assert.deepEqual(found, review.of(story.name))
}

it('every reviewed difference from a recorded answer has a reason', () => {
  assert.deepEqual(review.unreasoned, [])
})

// Runs in the embedded shape only: the answers of services do not depend on the shape of the cloud.
for (const { title, services, asRecorded } of clouds)
  describe(title, () => {
    let cloud: TestCloud
    before(async () => {
      cloud = await startTestCloud(asRecorded)
    })
    after(() => cloud?.[Symbol.asyncDispose]())

    for (const story of stories.filter(({ name }) => services.includes(serviceOf(name))))
      it(`${story.name}: ${story.questions.length} requests`, () => compare({ cloud }, story))

    it('every reviewed difference of a whole service still occurs', () => {
      assert.deepEqual(review.unmet(services), [])
    })
  })
