import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { CliError } from './cli-error.ts'
import { inProject, resolveSettings } from './settings.ts'

const clouds = (url: string) => `
clouds:
  nimbo:
    auth: {auth_url: ${url}, username: alice, password: pw, project_name: demo}
    region_name: RegionOne
    compute_api_version: 2.79
    verify: false
`

let home = ''
before(async () => {
  home = await mkdtemp(join(tmpdir(), 'nimbo-cli-'))
  await mkdir(join(home, '.config/openstack'), { recursive: true })
  await mkdir(join(home, 'here'))
  await writeFile(join(home, '.config/openstack/clouds.yaml'), clouds('http://home'))
  await writeFile(join(home, 'named.yaml'), clouds('http://named'))
})
after(() => rm(home, { recursive: true }))

const here = () => join(home, 'here')

test('options take precedence over the environment, and the environment over clouds.yaml', () => {
  const env = {
    HOME: home,
    OS_CLOUD: 'nimbo',
    OS_USERNAME: 'bob',
    OS_REGION_NAME: 'Two',
    OS_PROJECT_NAME: '',
  }
  const settings = resolveSettings({ region_name: 'Three' }, undefined, env, here())
  assert.equal(settings.auth_url, 'http://home')
  assert.equal(settings.username, 'bob')
  assert.equal(settings.region_name, 'Three')
  assert.equal(settings.project_name, 'demo')
  assert.equal(settings.compute_api_version, '2.79')
  assert.equal(settings.insecure, true)
})

test('the file in OS_CLIENT_CONFIG_FILE takes precedence over the one in the home directory', () => {
  const env = { HOME: home, OS_CLIENT_CONFIG_FILE: join(home, 'named.yaml') }
  assert.equal(resolveSettings({ cloud: 'nimbo' }, undefined, env, here()).auth_url, 'http://named')
})

test('clouds.yaml in the current directory takes precedence over the one in the home directory', async () => {
  const path = join(here(), 'clouds.yaml')
  await writeFile(path, clouds('http://here'))
  assert.equal(resolveSettings({ cloud: 'nimbo' }, undefined, { HOME: home }, here()).auth_url, 'http://here')
  await rm(path)
})

test('an unknown cloud is an error, and so is an invalid file, which is named', async () => {
  const read = (name: string, env: Record<string, string>) =>
    resolveSettings({ cloud: name }, undefined, env, here())
  assert.throws(() => read('moon', { HOME: home }), new CliError('Cloud moon was not found.'))
  const broken = join(home, 'broken.yaml')
  await writeFile(broken, 'clouds: [')
  assert.throws(
    () => read('nimbo', { HOME: home, OS_CLIENT_CONFIG_FILE: broken }),
    new CliError(`${broken} is not YAML.`),
  )
})

test('--verify on the command line overrules the file', () => {
  const settings = resolveSettings({ cloud: 'nimbo' }, false, { HOME: home }, here())
  assert.equal(settings.insecure, false)
})

test('secure.yaml adds the password to what clouds.yaml says about the cloud', async () => {
  const secure = join(home, '.config/openstack/secure.yaml')
  await writeFile(secure, 'clouds:\n  nimbo:\n    auth: {password: hidden}\n')
  const read = (env: Record<string, string>) =>
    resolveSettings({ cloud: 'nimbo' }, undefined, { HOME: home, ...env }, here())
  const settings = read({})
  assert.deepEqual([settings.password, settings.username], ['hidden', 'alice'])
  const named = join(home, 'apart.yaml')
  await writeFile(named, 'clouds: {nimbo: {auth: {password: apart}}}')
  assert.equal(read({ OS_CLIENT_SECURE_FILE: named }).password, 'apart')
  await rm(secure)
  assert.equal(read({}).password, 'pw')
})

test('a name in an option overrules an id from the environment or the file, and the other way round', () => {
  const env = { HOME: home, OS_PROJECT_ID: 'p-1', OS_PROJECT_NAME: 'demo', OS_USER_ID: 'u-1' }
  const read = (options: Record<string, string>) => resolveSettings(options, undefined, env, here())
  const named = read({ project_name: 'other' })
  assert.deepEqual([named.project_id, named.project_name, named.user_id], [undefined, 'other', 'u-1'])
  const known = read({ cloud: 'nimbo' })
  assert.deepEqual([known.project_id, known.username], ['p-1', undefined])
  assert.equal(read({ project_id: 'p-2' }).project_name, undefined)
})

/** Reads the settings of the cloud `nimbo`, as `clouds.yaml` in the home directory describes it. */
const settingsOf = async (content: string, options: Record<string, string> = {}, env = {}) => {
  const path = join(home, 'of-a-test.yaml')
  await writeFile(path, content)
  const files = { HOME: home, OS_CLIENT_CONFIG_FILE: path }
  return resolveSettings({ cloud: 'nimbo', ...options }, undefined, { ...files, ...env }, here())
}

test('what clouds-public.yaml says about the profile of a cloud holds where the cloud says nothing else', async () => {
  const provider = 'auth: {auth_url: http://provider}, region_name: Far, interface: internal'
  const published = join(home, '.config/openstack/clouds-public.yaml')
  await writeFile(published, `public-clouds: {acme: {${provider}}}`)
  const settings = await settingsOf(
    'clouds: {nimbo: {profile: acme, region_name: Near, auth: {username: al}}}',
  )
  const { auth_url, username, region_name } = settings
  assert.deepEqual([auth_url, username, region_name], ['http://provider', 'al', 'Near'])
  assert.equal(settings.interface, 'internal')
  await rm(published)
})

test('a profile that is not found is an error, unless the cloud has an address of its own', async () => {
  await assert.rejects(
    settingsOf('clouds: {nimbo: {profile: acme, auth: {username: al}}}'),
    new CliError('The profile acme of cloud nimbo was not found in clouds-public.yaml.'),
  )
  const own = await settingsOf('clouds: {nimbo: {profile: acme, auth: {auth_url: http://own}}}')
  assert.equal(own.auth_url, 'http://own')
})

test('the first of the regions in clouds.yaml is used unless another is named, with its own settings', async () => {
  const two = '{name: Two, values: {interface: admin, auth: {project_name: far}}}'
  const content = `clouds: {nimbo: {regions: [One, ${two}], auth: {auth_url: http://a, project_name: near}}}`
  const first = await settingsOf(content)
  assert.deepEqual([first.region_name, first.interface, first.project_name], ['One', undefined, 'near'])
  const second = { region_name: 'Two', interface: 'admin', project_name: 'far', auth_url: 'http://a' }
  assert.partialDeepStrictEqual(await settingsOf(content, { region_name: 'Two' }), second)
  assert.partialDeepStrictEqual(await settingsOf(content, {}, { OS_REGION_NAME: 'Two' }), second)
  await assert.rejects(
    settingsOf(content, { region_name: 'Three' }),
    new CliError('Cloud nimbo has no region Three in clouds.yaml, but: One, Two.'),
  )
})

test('insecure in clouds.yaml has the same effect as verify: false', async () => {
  const insecure = async (written: string) => (await settingsOf(`clouds: {nimbo: {${written}}}`)).insecure
  assert.equal(await insecure('insecure: true'), true)
  assert.equal(await insecure("insecure: 'True'"), true)
  assert.equal(await insecure('insecure: false'), false)
  assert.equal(await insecure('verify: true'), false)
})

test('the only cloud in the files is used without being named, unless the environment describes one', async () => {
  const read = (env: Record<string, string>) => resolveSettings({}, undefined, { HOME: home, ...env }, here())
  assert.equal(read({ OS_REGION_NAME: 'Two' }).auth_url, 'http://home')
  assert.equal(read({ OS_USERNAME: 'bob' }).auth_url, undefined)
  const two = join(home, 'two.yaml')
  await writeFile(two, 'clouds: {a: {auth: {auth_url: http://a}}, b: {auth: {auth_url: http://b}}}')
  assert.equal(read({ OS_CLIENT_CONFIG_FILE: two }).auth_url, undefined)
})

test('~ in the path of cacert is the home directory', async () => {
  assert.equal((await settingsOf('clouds: {nimbo: {cacert: ~/ca.pem}}')).cacert, join(home, 'ca.pem'))
})

test('the settings for another project keep the domain of the user, and no other scope', () => {
  const user = { insecure: false, username: 'al' }
  const project = { ...user, project_name: 'near', domain_name: 'home' }
  assert.deepEqual(inProject(project, 'far'), { ...project, project_id: 'far' })
  assert.deepEqual(inProject({ ...user, domain_name: 'scope' }, 'far'), { ...user, project_id: 'far' })
  assert.deepEqual(inProject({ ...user, system_scope: 'all' }, 'far'), { ...user, project_id: 'far' })
})
