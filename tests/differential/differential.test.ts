import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { startTestCloud, type TestCloud, type TestCloudOptions } from '@nimbo/testkit/start-test-cloud'
import { type Answered, ask } from './asked-cloud.ts'
import { differencesOf } from './compare.ts'
import { readStories } from './questions.ts'

interface Reviewed {
  readonly story: string
  readonly line: string
  readonly differences: readonly string[]
  /** A key of `reasons`. */
  readonly because: string
}

const here = import.meta.dirname
const stories = readStories(join(here, 'questions'))

const recorded = (story: string): readonly Answered[] =>
  readFileSync(join(here, 'answers', `${story}.jsonl`), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

const { reasons, differences }: { reasons: Record<string, string>; differences: readonly Reviewed[] } =
  JSON.parse(readFileSync(join(here, 'differences.json'), 'utf8'))

/** What the operator of the recorded cloud had set, and what it did not have yet. */
const asRecorded: TestCloudOptions = {
  hosts: 0,
  environment: { OS_AUTH__METHODS: 'external,password,token,oauth1,mapped,application_credential' },
  // Before 2023.1 reshaping was for any admin, now it is for services.
  etc: { 'placement/policy.yaml': '"placement:reshaper:reshape": "role:admin"\n' },
}

// About what identity and placement say; the shape of the cloud makes no difference to that.
describe('identity and placement beside what OpenStack answered', () => {
  let cloud: TestCloud
  before(async () => {
    cloud = await startTestCloud(asRecorded)
  })
  after(() => cloud?.[Symbol.asyncDispose]())

  it('gives a reason for every difference', () => {
    for (const { line, because } of differences) assert.ok(reasons[because], `${line}: ${because}`)
  })

  for (const story of stories)
    it(`${story.name}: ${story.questions.length} requests`, async () => {
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
        const differs = other === undefined ? ['unanswered'] : differencesOf(one, other)
        return differs.length === 0 ? [] : [{ line: one.line, differences: differs }]
      })
      const reviewed = differences
        .filter((one) => one.story === story.name)
        .map(({ line, differences }) => ({ line, differences }))
      assert.deepEqual(found, reviewed)
    })
})
