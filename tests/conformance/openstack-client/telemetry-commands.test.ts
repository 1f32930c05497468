import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { run } from '@nimbo/cloud/run'
import { clientEnvironment } from '@nimbo/testkit/client-environment'
import { openstackClientMissing } from '@nimbo/testkit/openstack-client'
import { startTestCloud, type TestCloud } from '@nimbo/testkit/start-test-cloud'

/** Runs commands one after the other in one process of Python, because starting one takes longer than a command. */
const program = `
import contextlib, io, json, sys
from openstackclient import shell
told = []
for words in json.loads(sys.argv[1]):
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            code = shell.main(words)
        except SystemExit as ended:
            code = ended.code
    told.append({'words': ' '.join(words), 'code': code or 0, 'out': out.getvalue(), 'err': err.getvalue()[-800:]})
print(json.dumps(told))
`

interface Told {
  readonly words: string
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Every command of Debian's python3-gnocchiclient and python3-aodhclient that `telemetry.test.ts` does not run. */
describe('openstack with the plug-ins gnocchiclient and aodhclient', { skip: openstackClientMissing }, () => {
  let cloud: TestCloud
  let folder: string
  before(async () => {
    cloud = await startTestCloud()
    folder = await mkdtemp(join(tmpdir(), 'nimbo-telemetry-'))
  })
  after(async () => {
    await rm(folder, { recursive: true, force: true })
    await cloud[Symbol.asyncDispose]()
  })

  const told = async (commands: readonly (readonly string[])[]): Promise<readonly Told[]> => {
    const { code, stdout, stderr } = await run(
      '/usr/bin/python3',
      ['-c', program, JSON.stringify(commands)],
      {
        timeoutMs: 240_000,
        env: {
          ...{ PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8', PYTHONWARNINGS: 'ignore' },
          ...(await clientEnvironment(cloud)),
        },
      },
    )
    assert.equal(code, 0, stderr)
    const answers: readonly Told[] = JSON.parse(stdout)
    assert.deepEqual(
      answers.filter((one) => one.code !== 0),
      [],
    )
    return answers
  }
  const say = (line: string, ...more: readonly string[]) => [...line.split(' '), ...more]

  it('can run its metric commands', async () => {
    const [one, two] = [randomUUID(), randomUUID()]
    const file = join(folder, 'batch.json')
    const measures = [{ timestamp: '2026-01-31T12:00:00', value: 7 }]
    await writeFile(file, JSON.stringify({ [two]: { 'ours.heat': measures } }))
    const answers = await told([
      say('metric archive-policy create short -d granularity:1m,points:60 -m mean -m max'),
      say('metric archive-policy show short'),
      say('metric archive-policy update short -d granularity:1m,points:120'),
      say('metric archive-policy-rule create ours -a short -m ours.*'),
      say('metric archive-policy-rule show ours'),
      say('metric archive-policy-rule list'),
      say('metric resource-type create rack -a room:string:true:max_length=8'),
      say('metric resource-type update rack -a units:number:false'),
      say('metric resource-type show rack'),
      say('metric resource-type list'),
      say(
        `metric resource create --type rack -a room:7b --create-metric ours.load:short --create-metric ours.heat:short ${one}`,
      ),
      say(`metric resource create --type rack -a room:9 ${two}`),
      say(`metric resource update --type rack -a room:8 ${one}`),
      say(`metric resource show --type rack ${one}`),
      say('metric resource list --type rack'),
      say(`metric resource history --type rack ${one}`),
      say(`metric create -r ${one} -u dB ours.noise`),
      say(`metric show -r ${one} ours.noise`),
      say('metric list'),
      say(`metric measures batch-resources-metrics --create-metrics ${file}`),
      say(`metric measures add -r ${one} -m 2026-01-31T12:00:00@5 ours.heat`),
      say(
        'metric measures aggregation --resource-type rack -m ours.heat --aggregation mean --reaggregation mean --refresh --needed-overlap 0 --query',
        "room like '%'",
      ),
      say('metric capabilities list'),
      say('metric server version'),
      say('metric status'),
      say(`metric delete -r ${one} ours.noise`),
      say(`metric resource delete ${one}`),
      say('metric resource batch delete --type rack', 'room = "9"'),
      say('metric resource-type delete rack'),
      say('metric archive-policy-rule delete ours'),
    ])
    const outOf = (beginning: string) => answers.find(({ words }) => words.startsWith(beginning))?.out ?? ''
    assert.match(outOf('metric measures aggregation'), /6\.0|\b6\b/)
    assert.match(outOf('metric resource history'), /7b[\s\S]*8/)
    assert.match(outOf('metric capabilities'), /mean/)
  })

  it('can run its alarm commands', async () => {
    const { projectId } = cloud.admin
    const threshold = '--threshold 5 --aggregation-method mean --comparison-operator gt'
    const answers = await told([
      say('alarm create --name gone --type event --event-type compute.instance.*'),
      say(
        `alarm create --name many --type gnocchi_aggregation_by_metrics_threshold --metrics ${randomUUID()} ${threshold} --enabled False`,
      ),
      say(
        `alarm create --name all --type gnocchi_aggregation_by_resources_threshold --metric cpu --resource-type instance ${threshold} --enabled False --query`,
        '{"=": {"server_group": "one"}}',
      ),
      say('alarm show --name gone'),
      say('alarm state get --name gone'),
      say('alarm list --filter', 'name=gone'),
      say('alarm-history search --query', 'type=creation'),
      say(`alarm quota set ${projectId} --alarm 7`),
      say(`alarm quota show --project ${projectId}`),
      say('alarming capabilities list'),
      ...['gone', 'many', 'all'].map((name) => say(`alarm delete --name ${name}`)),
    ])
    const outOf = (beginning: string) => answers.find(({ words }) => words.startsWith(beginning))?.out ?? ''
    assert.match(outOf('alarm quota show'), /7/)
    assert.match(outOf('alarm show'), /compute\.instance\.\*/)
    assert.match(outOf('alarm-history search'), /creation/)
  })
})
