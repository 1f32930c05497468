import assert from 'node:assert/strict'
import { test } from 'node:test'
import { json } from '@nimbo/http/reply'
import { ownCloud } from '@nimbo/testkit/own-cloud'
import { servicesWithApi } from '@nimbo/testkit/services-with-api'
import type { Loose } from '@nimbo/testing/loose'
import { outputTemplate, stacksOf } from './stacks-story.ts'

/**
 * While `isAway`, the volume API returns 503, as a proxy whose backends are down does; `asked` counts the requests for a project's
 * volumes, and not those of telemetry, which asks for all of them at every tenth minute by the clock.
 */
const volumes = { isAway: false, asked: 0 }

const oftenAway = servicesWithApi('cinder-api', (api) => async (request) => {
  if (!volumes.isAway) return api(request)
  if (request.path.includes('/volumes') && !request.query.has('all_tenants')) volumes.asked += 1
  return json(503, { error: { message: 'The volume service is away' } })
})

/** A cloud with room for one stack per project, whose volume API can fail. */
const cloud = ownCloud({
  services: oftenAway,
  environment: { OS_DEFAULT__MAX_STACKS_PER_TENANT: '1' },
})
const stacks = stacksOf(() => cloud().admin)

const disk = { type: 'OS::Cinder::Volume', properties: { size: 1 } }
const word = { type: 'OS::Heat::TestResource', properties: { value: 'a' } }
const physicalId = async (place: string, name: string): Promise<string> =>
  (await stacks.door.get(stacks.path(`${place}/resources/${name}`))).body.resource.physical_resource_id

test('a stack fails with the reason after retries on a service that is away, and an update completes it', async () => {
  volumes.isAway = true
  const template = outputTemplate({ word, disk: { ...disk, depends_on: 'word' } })
  const place = await stacks.create('away', template)
  const failed = await stacks.settled(place)
  assert.equal(failed.stack_status, 'CREATE_FAILED')
  assert.match(failed.stack_status_reason, /resources\.disk: The volume service is away/)
  // One request and `client_retry_limit` retries.
  assert.equal(volumes.asked, 3)
  const made = await physicalId(place, 'word')

  volumes.isAway = false
  await stacks.update(place, template)
  await stacks.outputs(place)
  assert.equal(await physicalId(place, 'word'), made)
  const { resource } = (await stacks.door.get(stacks.path(`${place}/resources/disk?with_attr=status`))).body
  assert.equal(resource.attributes.status, 'available')
  await stacks.drop(place)
})

test('a failure in a nested stack is reported with its reason and the path of all resources above it', async () => {
  const version = 'heat_template_version: 2021-04-16\n'
  const files = {
    'outer.yaml': `${version}resources: { middle: { type: inner.yaml } }\n`,
    'inner.yaml': `${version}resources: { culprit: { type: OS::Heat::TestResource, properties: { fail: true } } }\n`,
  }
  const group = {
    type: 'OS::Heat::ResourceGroup',
    properties: { count: 1, resource_def: { type: 'outer.yaml' } },
  }
  const place = await stacks.create('deep', outputTemplate({ group }), { files })
  const { stack_status, stack_status_reason } = await stacks.settled(place)
  assert.equal(stack_status, 'CREATE_FAILED')
  assert.match(
    stack_status_reason,
    /resources\.group: .*resources\.0: .*resources\.middle: .*resources\.culprit: Test Resource failed culprit/,
  )
  await stacks.drop(place)
})

test('a wait condition that times out fails its stack; complete resources stay complete, and dependent ones are not begun', async () => {
  const dependent = {
    type: 'OS::Heat::WaitCondition',
    properties: { handle: { get_resource: 'handle' }, timeout: 3600 },
  }
  const handle = { type: 'OS::Heat::WaitConditionHandle' }
  const short = {
    type: 'OS::Heat::WaitCondition',
    properties: { handle: { get_resource: 'handle' }, timeout: 1 },
  }
  const place = await stacks.create(
    'slow',
    outputTemplate({ handle, short, dependent: { ...dependent, depends_on: 'short' } }),
  )
  const { stack_status, stack_status_reason } = await stacks.settled(place)
  assert.equal(stack_status, 'CREATE_FAILED')
  assert.match(stack_status_reason, /resources\.short: 0 of 1 received/)
  const { resource_status } = (await stacks.door.get(stacks.path(`${place}/resources/handle`))).body.resource
  assert.equal(resource_status, 'CREATE_COMPLETE')
  const events: readonly { resource_name: string }[] = (await stacks.door.get(stacks.path(`${place}/events`)))
    .body.events
  const touched = new Set(events.map(({ resource_name }) => resource_name))
  assert.deepEqual([touched.has('short'), touched.has('dependent')], [true, false])
  const { resources } = (await stacks.door.get(stacks.path(`${place}/resources?status=COMPLETE`))).body
  assert.deepEqual(
    resources.map(({ resource_name: name, resource_status: status }: Loose) => [name, status]),
    [
      ['handle', 'CREATE_COMPLETE'],
      ['dependent', 'INIT_COMPLETE'],
    ],
  )
  const { resource } = (await stacks.door.get(stacks.path(`${place}/resources/dependent`))).body
  assert.deepEqual(
    [resource.resource_status, resource.physical_resource_id, resource.resource_type],
    ['INIT_COMPLETE', '', 'OS::Heat::WaitCondition'],
  )
  await stacks.drop(place)
})

/** Invalid templates with the expected error of each: path and line in the author's text. */
const head = 'heat_template_version: 2021-04-16\n'
const wrong: readonly (readonly [name: string, template: string, type: string, message: RegExp])[] = [
  [
    'a circular dependency',
    `${head}resources:\n  a: { type: OS::Heat::None, depends_on: b }\n  b: { type: OS::Heat::None, depends_on: c }\n  c: { type: OS::Heat::None, depends_on: a }\n`,
    'CircularDependencyException',
    /^line \d+: Circular Dependency Found: (a -> b -> c -> a|b -> c -> a -> b|c -> a -> b -> c)$/,
  ],
  [
    'an unknown property',
    `${head}resources:\n  net:\n    type: OS::Neutron::Net\n    properties:\n      nam: x\n`,
    'StackValidationFailed',
    /^line \d+: .*resources\.net\.properties: Unknown Property nam/,
  ],
  [
    'a property that violates its constraint',
    `${head}resources:\n  s:\n    type: OS::Heat::RandomString\n    properties:\n      length: 0\n`,
    'StackValidationFailed',
    /^line \d+: .*resources\.s\.properties\.length: .*out of range \(min: 1, max: 512\)/,
  ],
  [
    'a parameter that violates its constraint',
    `${head}parameters:\n  size: { type: number, default: 9, constraints: [{ range: { max: 3 } }] }\nresources: {}\n`,
    'StackValidationFailed',
    /Parameter 'size' is invalid: 9 is out of range/,
  ],
  [
    'an image that does not exist as a parameter',
    `${head}parameters:\n  image: { type: string, default: gone, constraints: [{ custom_constraint: glance.image }] }\nresources: {}\n`,
    'StackValidationFailed',
    /Parameter 'image' is invalid: Error validating value 'gone': The Image \(gone\) could not be found/,
  ],
  [
    'an unknown resource type',
    `${head}resources:\n  a:\n    type: OS::Nova::Ship\n`,
    'StackValidationFailed',
    /^line \d+: .*The Resource Type \(OS::Nova::Ship\) could not be found/,
  ],
  [
    'a reference to an undefined resource',
    `${head}resources: {}\noutputs:\n  o:\n    value: { get_resource: ghost }\n`,
    'InvalidTemplateReference',
    /^line \d+: The specified reference "ghost" \(in outputs\.o\.value\.get_resource\) is incorrect/,
  ],
]

for (const [name, template, type, message] of wrong)
  test(`a template with ${name} is refused with an error that says where`, async () => {
    const { status, body } = await stacks.door.post(stacks.path('/stacks'), { stack_name: 'wrong', template })
    assert.equal(status, 400, JSON.stringify(body))
    assert.match(body.error.message, message)
    assert.equal(body.error.type, type)
  })

test('a template larger than max_template_size is refused', async () => {
  const template = { ...outputTemplate({}), description: 'x'.repeat(524_288) }
  const { status, body } = await stacks.door.post(stacks.path('/stacks'), { stack_name: 'large', template })
  assert.deepEqual([status, body.error.type], [400, 'RequestLimitExceeded'])
  assert.match(
    body.error.message,
    /Template size \(\d+ bytes\) exceeds maximum allowed size \(524288 bytes\)/,
  )
})

test('a stack beyond max_stacks_per_tenant is refused', async () => {
  const place = await stacks.create('last', outputTemplate({}))
  await stacks.outputs(place)
  const { status, body } = await stacks.door.post(stacks.path('/stacks'), {
    stack_name: 'more',
    template: outputTemplate({}),
  })
  assert.deepEqual([status, body.error.type], [400, 'RequestLimitExceeded'])
  assert.match(body.error.message, /You have reached the maximum stacks per tenant, 1\./)
  await stacks.drop(place)
})
