import assert from 'node:assert/strict'
import { it } from 'node:test'
import { commandsOnACloud } from './printed.ts'

const { done, refused, shown, listed } = commandsOnACloud()

it('domain and group commands manage domains, and groups and their users in them', async () => {
  const domain = await shown('domain create --description Physics --immutable lab')
  assert.deepEqual([domain.name, domain.description, domain.enabled], ['lab', 'Physics', true])
  assert.match(await refused('domain set --name physics lab'), /immutable/)
  await done('domain set --no-immutable lab')
  await done('domain set --name physics --disable lab')
  assert.equal((await shown('domain show physics')).enabled, false)
  await done('domain set --enable physics')

  assert.equal((await shown('group create --domain physics students')).domain_id, domain.id)
  await done('user create --domain physics --password secret-1 ann')
  await done('group add user --group-domain physics --user-domain physics students ann')
  assert.equal(
    await done('group contains user --group-domain physics --user-domain physics students ann'),
    'ann is in group students\n',
  )
  assert.deepEqual(await listed('group list --user ann --user-domain physics', 'Name'), ['students'])
  await done('group remove user --group-domain physics --user-domain physics students ann')
  assert.match(
    await done('group contains user --group-domain physics --user-domain physics students ann'),
    /is not/,
  )
  await done('group set --domain physics --name pupils students')
  assert.deepEqual(await listed('group list --domain physics', 'Name'), ['pupils'])
  await done('group delete --domain physics pupils')
  await done('domain set --disable physics')
  await done('domain delete physics')
  assert.deepEqual(await listed('domain list --name physics', 'ID'), [])
})

it('region, service and endpoint commands manage the catalog', async () => {
  const region = await shown('region create --description North north')
  assert.deepEqual(region, { description: 'North', parent_region: null, region: 'north' })
  await done('region create --parent-region north oslo')
  assert.deepEqual(await listed('region list --parent-region north', 'Region'), ['oslo'])
  await done('region set --description Capital oslo')
  assert.equal((await shown('region show oslo')).description, 'Capital')

  const { id } = await shown('service create --name sah --description Clusters data-processing')
  assert.equal((await shown('service show data-processing')).id, id)
  await done('service set --name sahara sah')
  const endpoint = await shown('endpoint create --region oslo sahara public http://127.0.0.1:1/clusters')
  assert.deepEqual([endpoint.service_name, endpoint.service_type], ['sahara', 'data-processing'])
  assert.deepEqual(await listed('endpoint list --service data-processing --interface public', 'ID'), [
    endpoint.id,
  ])
  await done(`endpoint set --disable ${endpoint.id}`)
  assert.equal((await shown(`endpoint show ${endpoint.id}`)).enabled, false)
  assert.match(
    await refused('endpoint create data-processing everybody http://127.0.0.1:1'),
    /invalid choice/,
  )
  await done(`endpoint delete ${endpoint.id}`)
  await done('service delete data-processing')
  assert.match(await refused('service show data-processing'), /No service/)
  await done('region delete oslo')
  await done('region delete north')
})

it('implied role commands create, list and delete implied roles', async () => {
  await done('role create chief')
  await done('role create helper')
  const rule = await shown('implied role create --implied-role helper chief')
  assert.equal(rule.prior_role, (await shown('role show chief')).id)
  assert.ok((await listed('implied role list', 'Implied Role Name')).includes('helper'))
  await done('implied role delete --implied-role helper chief')
  assert.ok(!(await listed('implied role list', 'Implied Role Name')).includes('helper'))
})

it('credential commands manage application credentials and other credentials of a user', async () => {
  const made = await shown('application credential create --role reader --description robot robot')
  assert.ok(made.secret)
  assert.equal(made.roles, 'reader')
  assert.deepEqual(await listed('application credential list', 'Name'), ['robot'])
  assert.equal((await shown('application credential show robot')).id, made.id)
  await done('application credential delete robot')
  assert.deepEqual(await listed('application credential list', 'Name'), [])

  const secret = await shown('credential create --type cert admin pem')
  assert.deepEqual(await listed('credential list --type cert', 'ID'), [secret.id])
  await done(`credential set --user admin --type cert --data other ${secret.id}`)
  assert.equal((await shown(`credential show ${secret.id}`)).blob, 'other')
  await done(`credential delete ${secret.id}`)
})

it('create commands give 409 for a name in use, and with --or-show the existing resource', async () => {
  for (const line of ['domain create', 'role create', 'group create', 'project create', 'user create']) {
    const { id } = await shown(`${line} same`)
    assert.match(await refused(`${line} same`), /HTTP 409/, line)
    assert.equal((await shown(`${line} --or-show same`)).id, id, line)
  }
  assert.deepEqual((await shown('role create --immutable fixed')).options, { immutable: true })
  assert.match(await refused('role set --name loose fixed'), /immutable/)
})

it('user create and user set change the security options of a user', async () => {
  const rules = '--multi-factor-auth-rule password,totp --multi-factor-auth-rule password,receipt'
  const kept = '--ignore-lockout-failure-attempts --enable-lock-password --enable-multi-factor-auth'
  const { options } = await shown(`user create --password secret-1 ${kept} ${rules} careful`)
  assert.deepEqual(options, {
    ...{ ignore_lockout_failure_attempts: true, lock_password: true, multi_factor_auth_enabled: true },
    multi_factor_auth_rules: [
      ['password', 'totp'],
      ['password', 'receipt'],
    ],
  })
  await done('user set --no-ignore-lockout-failure-attempts --disable-lock-password careful')
  const { options: after } = await shown('user show careful')
  assert.deepEqual([after.ignore_lockout_failure_attempts, after.lock_password], [false, false])
})

it('project commands change and filter by tags, and show parents and children', async () => {
  const top = await shown('project create --tag red --tag round --no-immutable top')
  const below = await shown(`project create --parent top --tag red below`)
  assert.deepEqual(await listed('project list --tags red,round', 'Name'), ['top'])
  assert.deepEqual(await listed('project list --tags-any round --not-tags-any square', 'Name'), ['top'])
  assert.deepEqual(await listed('project list --tags red --sort name:desc', 'Name'), ['top', 'below'])
  await done('project set --remove-tag round --tag square top')
  assert.deepEqual([...(await shown('project show top')).tags].sort(), ['red', 'square'])
  await done('project set --clear-tags top')
  assert.deepEqual((await shown('project show top')).tags, [])
  assert.ok(top.id in (await shown('project show --parents below')).parents)
  assert.ok(below.id in (await shown('project show --children top')).subtree)
  await done('project set --immutable top')
  assert.match(await refused('project delete top'), /immutable/)
})

it('endpoint list lists the endpoints of a project, and the projects of an endpoint', async () => {
  await shown('service create --name tied sharing')
  const { id } = await shown('endpoint create sharing public http://127.0.0.1:1/shares')
  const project = await shown('project create tied')
  await done(`endpoint add project ${id} tied`)
  assert.deepEqual(await listed('endpoint list --project tied', 'ID'), [id])
  assert.deepEqual(await listed(`endpoint list --endpoint ${id}`, 'ID'), [project.id])
})

it('application credential create takes access rules', async () => {
  const rules = '[{"path":"/v2.1/servers","method":"GET","service":"compute"}]'
  const { access_rules } = await shown(`application credential create --access-rules ${rules} narrow`)
  const [{ id: _, ...rule }] = access_rules
  assert.deepEqual(rule, { path: '/v2.1/servers', method: 'GET', service: 'compute' })
})

it('users who may not look up projects list their own, and share an image with one that they name by its id', async () => {
  await done('project create lab')
  const { id: guests } = await shown('project create guests')
  await done('user create --password secret-1 bob')
  await done('role add --project lab --user bob member')
  const asBob = '--os-username bob --os-password secret-1 --os-project-name lab'
  assert.match(await refused(`project show ${asBob} ${guests}`), /HTTP 403/)
  assert.deepEqual(await listed(`project list ${asBob}`, 'Name'), ['lab'])
  assert.match(await refused(`project list ${asBob} --tags a`), /HTTP 403/)
  await done(`image create ${asBob} --shared picture`)
  assert.equal((await shown(`image add project ${asBob} picture ${guests}`)).member_id, guests)
})

it('a role is granted to one user or group, on one target: a second one is refused instead of ignored', async () => {
  assert.match(
    await refused('role add --user admin --project admin --domain default reader'),
    /argument --project: not allowed with argument --domain/,
  )
  assert.match(
    await refused('role remove --user admin --group nobodies --project admin reader'),
    /argument --group: not allowed with argument --user/,
  )
})
