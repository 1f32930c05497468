import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import { type TemporaryDirectory, temporaryDirectory } from '@nimbo/testing/temporary-directory'
import { commandsOnACloud } from './printed.ts'

const { cloud, done, refused, shown, listed } = commandsOnACloud()
let home: TemporaryDirectory
before(async () => {
  home = await temporaryDirectory()
})
after(() => home?.[Symbol.asyncDispose]())

const fileOf = async (name: string, content: string): Promise<string> => {
  const path = join(home.path, name)
  await writeFile(path, content)
  return path
}

it('limit commands create, change, list, show and delete registered limits and limits of a project', async () => {
  const all = await shown(
    'registered limit create --service volumev3 --default-limit 10 --region RegionOne boxes',
  )
  assert.deepEqual([all.resource_name, all.default_limit, all.region_id], ['boxes', 10, 'RegionOne'])
  assert.match(await refused('registered limit create --service volumev3 others'), /--default-limit/)
  const made = 'limit create --service volumev3 --region RegionOne --project demo-limited'
  await done('project create demo-limited')
  const one = await shown(`${made} --resource-limit 3 boxes`)
  assert.equal(one.resource_limit, 3)
  assert.deepEqual(await listed('limit list --resource-name boxes --project demo-limited', 'ID'), [one.id])
  assert.equal((await shown(`limit set --resource-limit 4 ${one.id}`)).resource_limit, 4)
  assert.equal((await shown(`limit show ${one.id}`)).resource_limit, 4)
  await done(`limit delete ${one.id}`)
  assert.equal((await shown(`registered limit set --default-limit 12 ${all.id}`)).default_limit, 12)
  assert.equal((await shown(`registered limit show ${all.id}`)).default_limit, 12)
  assert.deepEqual(await listed('registered limit list --service volumev3', 'Resource Name'), ['boxes'])
  await done(`registered limit delete ${all.id}`)
  assert.deepEqual(await listed('limit list', 'ID'), [])
})

it('trust commands create, list, show and delete trusts', async () => {
  await done('user create --password secret-1 helper')
  const trust = await shown('trust create --project admin --role reader --impersonate admin helper')
  assert.deepEqual([trust.impersonation, trust.roles], [true, 'reader'])
  assert.deepEqual(await listed('trust list --trustee helper', 'ID'), [trust.id])
  assert.equal((await shown(`trust show ${trust.id}`)).roles, 'reader')
  await done(`trust delete ${trust.id}`)
  assert.deepEqual(await listed('trust list --trustor admin', 'ID'), [])
})

it('OAuth1 commands manage consumers, and give an access token for an authorized request token', async () => {
  const consumer = await shown('consumer create --description robot')
  await done(`consumer set --description android ${consumer.id}`)
  assert.equal((await shown(`consumer show ${consumer.id}`)).description, 'android')
  assert.deepEqual(await listed('consumer list', 'Description'), ['android'])
  const signs = `--consumer-key ${consumer.id} --consumer-secret ${consumer.secret}`
  const wanted = await shown(`request token create ${signs} --project admin`)
  const said = await shown(`request token authorize --request-key ${wanted.id} --role reader`)
  const request = `--request-key ${wanted.id} --request-secret ${wanted.secret}`
  assert.match(
    await refused(`access token create ${signs} ${request} --verifier guessed`),
    /requires authentication/,
  )
  const given = await shown(`access token create ${signs} ${request} --verifier ${said.oauth_verifier}`)
  assert.ok(given.id && given.secret, JSON.stringify(given))
  await done(`consumer delete ${consumer.id}`)
})

it('ec2 credentials commands create, list, show and delete keys', async () => {
  const made = await shown('ec2 credentials create')
  assert.ok(made.access && made.secret)
  assert.deepEqual(await listed('ec2 credentials list', 'Access'), [made.access])
  assert.equal((await shown(`ec2 credentials show ${made.access}`)).secret, made.secret)
  assert.equal((await shown('ec2 credentials create --user helper --project admin')).trust_id, null)
  await done(`ec2 credentials delete ${made.access}`)
  assert.deepEqual(await listed('ec2 credentials list', 'Access'), [])
})

it('endpoint commands associate endpoints and endpoint groups with projects', async () => {
  await done('project create filtered')
  const { id } = await shown('service create --name sah data-processing')
  const endpoint = await shown(`endpoint create ${id} public http://127.0.0.1:1/clusters`)
  await done(`endpoint add project ${endpoint.id} filtered`)
  await done(`endpoint remove project ${endpoint.id} filtered`)
  assert.match(await refused(`endpoint remove project ${endpoint.id} filtered`), /not found in project/)
  const filters = await fileOf('filters.json', JSON.stringify({ interface: 'public', service_id: id }))
  await done(`endpoint group create --description clusters clusters ${filters}`)
  await done('endpoint group set --description more --name groups clusters')
  assert.equal((await shown('endpoint group show groups')).description, 'more')
  await done('endpoint group add project groups filtered')
  assert.deepEqual(await listed('endpoint group list --project filtered', 'Name'), ['groups'])
  assert.deepEqual(await listed('endpoint group list --endpointgroup groups', 'Name'), ['filtered'])
  await done('endpoint group remove project groups filtered')
  await done('endpoint group delete groups')
  assert.deepEqual(await listed('endpoint group list', 'Name'), [])
  await done(`service delete ${id}`)
})

it('federation commands manage identity providers, mappings, protocols and service providers', async () => {
  const local = [{ user: { name: '{0}' } }]
  const rules = await fileOf('rules.json', JSON.stringify([{ local, remote: [{ type: 'REMOTE_USER' }] }]))
  await done('identity provider create --remote-id https://acme.example --description Acme --disable acme')
  const lines = await fileOf('ids.txt', 'https://acme.example\n\nhttps://acme.test\n')
  await done(`identity provider set --enable --remote-id-file ${lines} acme`)
  const acme = await shown('identity provider show acme')
  assert.deepEqual([acme.enabled, acme.remote_ids.length], [true, 2])
  assert.deepEqual(await listed('identity provider list --enabled', 'ID'), ['acme'])

  await done(`mapping create --rules ${rules} people`)
  await done(`mapping set --rules ${rules} people`)
  assert.deepEqual((await shown('mapping show people')).rules[0].local, local)
  assert.deepEqual(await listed('mapping list', 'ID'), ['people'])
  assert.match(await refused(`mapping create --rules ${lines} broken`), /Could not read/)

  const of = '--identity-provider acme'
  assert.equal((await shown(`federation protocol create ${of} --mapping people saml2`)).mapping, 'people')
  await done(`federation protocol set ${of} --remote-id-attribute ISSUER saml2`)
  const protocols = '/v3/OS-FEDERATION/identity_providers/acme/protocols'
  assert.equal((await cloud().admin.identity.get(protocols)).body.protocols[0].remote_id_attribute, 'ISSUER')
  assert.deepEqual(await listed(`federation protocol list ${of}`, 'id'), ['saml2'])
  await done(`federation protocol delete ${of} saml2`)
  await done('mapping delete people')
  await done('identity provider delete acme')

  const urls = '--auth-url https://far.example/v3 --service-provider-url https://far.example/sp'
  await done(`service provider create ${urls} far`)
  await done('service provider set --disable --description away far')
  assert.equal((await shown('service provider show far')).enabled, false)
  assert.deepEqual(await listed('service provider list', 'Description'), ['away'])
  await done('service provider delete far')
  assert.deepEqual(await listed('federation project list', 'Name'), ['admin'])
  assert.deepEqual(await listed('federation domain list', 'Name'), ['Default'])
})

it('policy commands create, change, list, show and delete policies; role set changes a role', async () => {
  const rules = await fileOf('policy.json', '{"admin_required": "role:admin"}')
  const policy = await shown(`policy create ${rules}`)
  assert.deepEqual([policy.type, policy.rules], ['application/json', '{"admin_required": "role:admin"}'])
  await done(`policy set --type text/plain ${policy.id}`)
  assert.equal((await shown(`policy show ${policy.id}`)).type, 'text/plain')
  assert.deepEqual(await listed('policy list --long', 'Type'), ['text/plain'])
  await done(`policy delete ${policy.id}`)
  await done('role create auditor')
  await done('role set --description Looks --name looker auditor')
  assert.equal((await shown('role show looker')).description, 'Looks')
})
