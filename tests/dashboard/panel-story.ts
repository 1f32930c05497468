import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, it } from 'node:test'
import { goTo } from './browser.ts'
import type { FurnishedCloud } from './furnished-cloud.ts'
import { Visitor } from './visitor.ts'
import { type Language, wordsIn } from './words.ts'

const publicKey =
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIG0HBGvBPnJm0z5CbC0mCPdJ8nMyRhwBHsGFXmlU9TsU ann@example'

interface Visit {
  readonly language: Language
  /** The prefix of the names of everything that is made. */
  readonly who: string
  readonly there: () => FurnishedCloud
}

/** Tests of the panels in one language; each uses what the ones before have made. */
export const panelStory = ({ language, who, there }: Visit): void => {
  let visitor: Visitor
  const t = wordsIn(language)
  const named = (what: string) => `${who}-${what}`
  const cidr = `10.${language === 'en-US' ? 31 : 32}.0.0/24`

  before(async () => {
    const { cloud, browser } = there()
    visitor = await Visitor.signIn(browser, { url: cloud.url, password: cloud.access.password, language })
  })
  after(() => visitor.leave())

  it('create a network with a subnet, and a router between it and the external network', async () => {
    await visitor.make('/project/networks', { name: named('net') }, named('net'))
    await visitor.open('/project/networks', named('net'))
    await visitor.tab('subnets')
    await visitor.page
      .getByRole('button', { name: t('shell.create', { kind: t('panel.subnets.one') }) })
      .click()
    await visitor.send({ name: named('subnet'), cidr })
    await visitor.row(named('subnet')).waitFor()
    await visitor.lookClosely()
    const router = { name: named('router'), external_gateway_info: { choose: 'outside' } }
    await visitor.make('/project/routers', router, named('router'))
    await visitor.act(named('router'), 'add-interface')
    await visitor.send({ subnet_id: { choose: `${named('subnet')} (${cidr})` } })
    await visitor.open('/project/routers', named('router'))
    await visitor.tab('interfaces')
    await visitor.row('network:router_interface').waitFor()
  })

  it('create a key pair, and a security group with a rule', async () => {
    const { page } = visitor
    await visitor.make('/project/key-pairs', { name: named('key'), public_key: publicKey }, named('key'))
    await visitor.make('/project/security-groups', { name: named('web') }, named('web'))
    await visitor.open('/project/security-groups', named('web'))
    await visitor.tab('rules')
    await page
      .getByRole('button', { name: t('shell.create', { kind: t('panel.security-group-rules.one') }) })
      .click()
    await visitor.field('protocol').selectOption('tcp')
    await visitor.send({ port_range_min: '443', port_range_max: '443', remote_ip_prefix: '0.0.0.0/0' })
    await visitor.row('443').waitFor()
  })

  it('report an empty required field in the form, and show the error of the service with its request id', async () => {
    const { page } = visitor
    await goTo(page, '/project/security-groups?do=create')
    const send = page.getByRole('dialog').locator('button[type=submit]')
    await send.click()
    await page.getByText(t('shell.form.required')).waitFor()
    await visitor.field('name').fill('default')
    await send.click()
    await page.getByText('req-').waitFor()
  })

  /** Completes the wizard and waits for the page of the new server. */
  const launch = async (name: string, flavor: string): Promise<void> => {
    const { page } = visitor
    const isFirst = flavor === 'small'
    await goTo(page, '/project/create-server')
    const next = page.getByRole('button', { name: t('shell.wizard.next'), exact: true })
    await page.locator('#wizard-server-name').fill(name)
    await page.locator('#wizard-image').selectOption({ label: 'tiny' })
    if (isFirst) await visitor.lookClosely()
    await next.click()
    await page.getByRole('row').filter({ hasText: flavor }).getByRole('radio').check()
    await page.getByText(t('shell.quota.title')).waitFor()
    if (isFirst) await visitor.lookClosely()
    await next.click()
    await page.getByRole('checkbox', { name: named('net') }).check()
    await next.click()
    await page.locator('#wizard-key_name').selectOption({ label: named('key') })
    await next.click()
    await next.click()
    if (isFirst) await visitor.lookClosely()
    await page.getByRole('button', { name: t('shell.wizard.launch'), exact: true }).click()
    await page.getByRole('heading', { level: 1, name }).waitFor()
  }

  it('launch a server with the wizard, and show its flow step by step until it is active', async () => {
    const { page } = visitor
    const { faults } = there()
    const release = await faults.hold('spawn')
    await launch(named('server'), 'small')
    await visitor.tab('flow')
    await page.getByRole('button', { name: /15 filter-and-weigh/ }).waitFor()
    assert.equal(await page.getByRole('button', { name: /30 report-active/ }).count(), 0)
    await page.getByRole('heading', { level: 1 }).getByText(t('state.build')).waitFor()
    await release()
    await page.getByRole('button', { name: /30 report-active/ }).waitFor()
    await page.getByRole('heading', { level: 1 }).getByText(t('state.active')).waitFor()
    await visitor.lookClosely()
  })

  it('show which filter removed the hosts for a server that is too large', async () => {
    const { page } = visitor
    await launch(named('giant'), 'huge')
    await page.getByRole('heading', { level: 1 }).getByText(t('state.error'), { exact: true }).waitFor()
    await page.getByText('No valid host was found').first().waitFor()
    await visitor.tab('flow')
    await page.getByText(t('flow.noHost'), { exact: true }).waitFor()
    await page
      .getByText(/DISK_GB free, 1000000 needed/)
      .first()
      .waitFor()
    await visitor.lookClosely()
  })

  it('create a volume and attach it', async () => {
    await visitor.make('/project/volumes', { name: named('disk') }, named('disk'))
    await visitor.row(named('disk')).getByText(t('state.available')).waitFor()
    await visitor.act(named('disk'), 'attach')
    await visitor.send({ server_id: { choose: named('server') } })
    await visitor.row(named('disk')).getByText(t('state.in-use')).waitFor()
    await visitor
      .row(named('disk'))
      .getByRole('link', { name: named('server') })
      .waitFor()
  })

  it('stop the server from its menu, and show why another action is not possible now', async () => {
    const { page } = visitor
    await goTo(page, '/project/servers')
    await visitor.act(named('server'), 'stop')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('action.stop') })
      .click()
    await visitor.row(named('server')).getByText(t('state.shutoff'), { exact: true }).waitFor()
    await visitor
      .row(named('server'))
      .getByRole('button', { name: t('shell.list.actionsOf', { name: named('server') }) })
      .click()
    await page
      .getByRole('menuitem', { name: t('action.pause') })
      .getByText(t('shell.why.state', { state: 'stopped' }))
      .waitFor()
  })

  it('upload an image', async () => {
    const { page } = visitor
    await goTo(page, '/project/create-image')
    await visitor.field('name').fill(named('image'))
    await page.locator('input[type=file]').setInputFiles({
      ...{ name: 'disk.raw', mimeType: 'application/octet-stream' },
      buffer: randomBytes(2 ** 20),
    })
    await visitor.field('disk_format').selectOption('raw')
    await page.locator('button[type=submit]').click()
    await page.getByRole('heading', { level: 1, name: named('image') }).waitFor()
    await page.getByText('1 MiB').first().waitFor()
  })

  it('allocate a floating IP and release it', async () => {
    const { page } = visitor
    await visitor.make('/project/floating-ips', { floating_network_id: { choose: 'outside' } }, '203.0.113.')
    await visitor.row('203.0.113.').first().getByRole('checkbox').check()
    await page.getByRole('button', { name: t('shell.list.selected', { count: '1' }) }).click()
    await page.getByRole('menuitem', { name: t('action.delete') }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('action.delete') })
      .click()
    await visitor.row('203.0.113.').waitFor({ state: 'detached' })
  })

  it('create a project and a user, and make the user a member', async () => {
    await visitor.make('/identity/projects', { name: named('project') }, named('project'))
    await visitor.make('/identity/users', { name: named('user'), password: 'Long-enough-1' }, named('user'))
    await visitor.open('/identity/projects', named('project'))
    await visitor.tab('members')
    const one = t('panel.project-members.one')
    await visitor.page.getByRole('button', { name: t('shell.create', { kind: one }) }).click()
    await visitor.send({ user_id: { choose: named('user') }, role_id: { choose: 'member' } })
    await visitor.row(named('user')).waitFor()
  })

  it('change the quota of a project, and the default quotas', async () => {
    const { page } = visitor
    const change = async (): Promise<void> => {
      const field = page.locator('#compute-instances')
      const bound = Number(await field.inputValue()) + 1
      await field.fill(String(bound))
      await field.press('Enter')
      await page.getByText(t('shell.quota.saved')).first().waitFor()
      assert.equal(await field.inputValue(), String(bound))
    }
    await visitor.open('/identity/projects', named('project'))
    await visitor.tab('quotas')
    await change()
    await visitor.lookClosely()
    await goTo(page, '/admin/default-quotas')
    await page.getByRole('heading', { name: t('panel.default-quotas.many') }).waitFor()
    await change()
    await visitor.lookClosely()
  })

  it('manage flavors, aggregates, compute services and hosts', async () => {
    const { page } = visitor
    await visitor.make('/admin/flavors', { name: named('flavor'), ram: '256' }, named('flavor'))
    await visitor.act(named('flavor'), 'add-specs')
    await visitor.send({ extra_specs: 'hw:cpu_policy=shared' })
    await visitor.act(named('flavor'), 'remove-spec')
    await visitor.send({ key: 'hw:cpu_policy' })
    await visitor.make('/admin/aggregates', { name: named('rack') }, named('rack'))
    await visitor.act(named('rack'), 'add-host')
    await visitor.field('host').selectOption({ index: 1 })
    await visitor.send({})
    await visitor.row(named('rack')).getByText('fake-').waitFor()
    await goTo(page, '/admin/compute-services?binary=nova-compute')
    const service = visitor.row('fake-').first()
    const menu = service.getByRole('button')
    await menu.click()
    await page.getByRole('menuitem', { name: t('action.disable'), exact: true }).click()
    await visitor.send({ disabled_reason: 'being looked at' })
    await service.getByText('being looked at').waitFor()
    await visitor.lookClosely()
    await menu.click()
    await page.getByRole('menuitem', { name: t('action.enable'), exact: true }).click()
    await service.getByText(t('state.disabled'), { exact: true }).waitFor({ state: 'detached' })
    for (const name of ['hypervisors', 'servers', 'volume-types', 'agents']) {
      await goTo(page, `/admin/${name}`)
      await page.getByRole('heading', { level: 1, name: t(`panel.${name}.many`) }).waitFor()
      await visitor.lookClosely()
    }
  })

  it('associate QoS specs with a volume type, and make a container public', async () => {
    const { page } = visitor
    await visitor.make('/admin/volume-types', { name: named('type') }, named('type'))
    await visitor.make('/admin/volume-qos-specs', { name: named('fast') }, named('fast'))
    await visitor.act(named('fast'), 'associate-type')
    await visitor.send({ vol_type_id: { choose: named('type') } })
    await goTo(page, '/admin/volume-types')
    await visitor.row(named('type')).getByText(named('fast')).waitFor()
    await visitor.make('/project/containers', { name: named('shelf') }, named('shelf'))
    await visitor.act(named('shelf'), 'make-public')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: t('action.make-public'), exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    const { cloud } = there()
    const { admin } = cloud
    const shelf = `${cloud.url}/object-store/v1/AUTH_${admin.projectId}/${named('shelf')}`
    assert.equal((await fetch(shelf)).status, 204)
  })

  it('create a secret, and show a server as a Heat template, as Terraform and as a command', async () => {
    const { page } = visitor
    await visitor.make('/project/secrets', { name: named('secret'), payload: 'hidden' }, named('secret'))
    await visitor.lookClosely()
    await visitor.open('/project/servers', named('server'))
    await visitor.tab('source')
    await page.getByText('type: OS::Nova::Server').waitFor()
    await page.getByText('resource "openstack_compute_instance_v2"').waitFor()
    await visitor.lookClosely()
    await visitor.tab('command')
    await page.locator('input[value^="openstack server show"]').waitFor()
    await visitor.lookClosely()
  })

  it('find a server by the command palette', async () => {
    const { page } = visitor
    await page.keyboard.press('Control+k')
    await page.getByLabel(t('shell.palette.label')).fill(named('server'))
    await page
      .getByRole('menuitem', { name: named('server') })
      .first()
      .waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: named('server') }).waitFor()
  })
}
