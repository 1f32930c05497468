import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sourceSpecs } from '@nimbo/dashboard-page/source/source-specs'
import { notificationSettings } from '@nimbo/testkit/received-notifications'
import { startTestCloud, type TestCloud } from '@nimbo/testkit/start-test-cloud'
import type { Browser } from 'playwright-core'
import { browserMissing, goTo, openBrowser } from './browser.ts'
import { Visitor } from './visitor.ts'
import { type Language, wordsIn } from './words.ts'

const languages: readonly (readonly [Language, string])[] = [
  ['en-US', 'ann'],
  ['zh-CN', 'mei'],
]

const template = (cidr: string): string => `heat_template_version: 2018-08-31
description: A network of its own
parameters:
  range:
    type: string
    label: Range of addresses
    description: As a prefix
    default: ${cidr}
    constraints:
      - length: { min: 9, max: 18 }
  secret:
    type: string
    hidden: true
  count:
    type: number
    default: 1
resources:
  net:
    type: OS::Neutron::Net
  subnet:
    type: OS::Neutron::Subnet
    properties:
      network: { get_resource: net }
      cidr: { get_param: range }
outputs:
  where:
    description: Where servers are
    value: { get_attr: [subnet, cidr] }
`

describe('the stack panels of the dashboard', { skip: browserMissing }, () => {
  let cloud: TestCloud
  let browser: Browser

  before(async () => {
    cloud = await startTestCloud({ environment: notificationSettings() })
    browser = await openBrowser()
  })
  after(async () => {
    await browser?.close()
    await cloud?.[Symbol.asyncDispose]()
  })

  for (const [index, [language, who]] of languages.entries())
    describe(`in ${language}`, () => {
      let visitor: Visitor
      const t = wordsIn(language)
      const name = `${who}-stack`
      const cidr = `10.${41 + index}.0.0/24`

      before(async () => {
        const { url, access } = cloud
        visitor = await Visitor.signIn(browser, { url, password: access.password, language })
      })
      after(() => visitor.leave())

      it('show the error in a template before anything is created', async () => {
        const { page } = visitor
        await goTo(page, '/project/launch-stack')
        await visitor.field('template').fill('heat_template_version: 2018-08-31\nresources: { a: {} }')
        await page.locator('main button[type=submit]').click()
        await page.getByText('req-').waitFor()
        await visitor.lookClosely()
      })

      it('launch a stack from a template, with a form for its parameters and a preview', async () => {
        const { page } = visitor
        await visitor.field('template').fill(template(cidr))
        await page.locator('main button[type=submit]').click()
        await page.getByText('As a prefix').waitFor()
        await page.getByRole('button', { name: t('shell.wizard.back'), exact: true }).click()
        assert.equal(await visitor.field('template').inputValue(), template(cidr))
        await page.locator('main button[type=submit]').click()
        await page.getByText('As a prefix').waitFor()
        await visitor.lookClosely()
        await visitor.field('stack_name').fill(name)
        await visitor.field('timeout_mins').fill('45')
        await page.getByRole('button', { name: t('shell.form.advanced') }).click()
        await visitor.field('tags').fill('shop')
        await page.locator('main button[type=submit]').click()
        await page.getByText(t('shell.form.required')).waitFor()
        await visitor.field('secret').fill('not to be seen')
        await page.getByRole('button', { name: t('shell.stack.preview'), exact: true }).click()
        await page.getByRole('dialog').getByText('subnet: OS::Neutron::Subnet').first().waitFor()
        await visitor.lookClosely()
        await page
          .getByRole('dialog')
          .getByRole('button', { name: t('shell.done') })
          .click()
        await page.locator('main button[type=submit]').click()
        await page.getByRole('heading', { level: 1, name }).waitFor()
        await page.getByRole('heading', { level: 1 }).getByText(t('state.create_complete')).waitFor()
        await page.getByText('secret = ******').waitFor()
        await visitor.lookClosely()
      })

      it('show the resources, events, outputs and template of the stack', async () => {
        const { page } = visitor
        await visitor.tab('resources')
        await visitor.row('OS::Neutron::Subnet').getByRole('link').waitFor()
        await visitor.lookClosely()
        await visitor.tab('picture')
        await page.locator('.topology-resource').filter({ hasText: 'subnet' }).waitFor()
        await visitor.lookClosely()
        await visitor.tab('stack-events')
        await visitor.row('subnet').first().waitFor()
        await visitor.tab('outputs')
        await visitor.row('where').getByText(cidr).waitFor()
        await visitor.lookClosely()
        await visitor.tab('template')
        await page.getByText('heat_template_version').waitFor()
        await visitor.lookClosely()
      })

      it('lead from a resource in the picture to the page of the created subnet', async () => {
        const { page } = visitor
        await visitor.tab('picture')
        await page.locator('.topology-resource a').filter({ hasText: 'subnet' }).click()
        await page.getByText(cidr).first().waitFor()
      })

      it('update the stack in a form that begins with the current template and parameters', async () => {
        const { page } = visitor
        await goTo(page, '/project/stacks')
        await visitor.act(name, 'update-stack')
        await visitor.field('template').waitFor()
        await page.locator('main button[type=submit]').click()
        await visitor.field('count').fill('2')
        await visitor.field('secret').fill('another')
        await page.locator('main button[type=submit]').click()
        await page.getByRole('heading', { level: 1 }).getByText(t('state.update_complete')).waitFor()
        await page.getByText('count = 2').waitFor()
        const { orchestration, projectId } = cloud.admin
        const { stack } = (await orchestration.get(`/v1/${projectId}/stacks/${name}`)).body
        assert.deepEqual([stack.timeout_mins, stack.tags], [45, ['shop']])
      })

      it('delete the stack, which disappears from the list', async () => {
        const { page } = visitor
        await goTo(page, '/project/stacks')
        await visitor.remove(name)
      })

      it('compose a template in the generator and pass it to the launch form', async () => {
        const { page } = visitor
        await goTo(page, '/project/template-generator')
        for (const type of ['OS::Neutron::Net', 'OS::Neutron::Subnet']) {
          await page.locator('#generator-type').selectOption(type)
          await page.getByRole('button', { name: t('shell.generator.add'), exact: true }).click()
        }
        const other = page.getByRole('combobox', { name: t('shell.generator.from', { name: 'network' }) })
        const property = t('shell.generator.addProperty', { name: 'subnet' })
        const more = page.getByRole('combobox', { name: property })
        await more.locator('option', { hasText: 'cidr' }).waitFor({ state: 'attached' })
        if ((await other.count()) === 0) await more.selectOption('network')
        await other.selectOption('net')
        await more.selectOption('cidr')
        await page.locator('#resource-subnet-cidr').fill('10.60.0.0/24')
        await page.getByText('get_resource: net').waitFor()
        await page.locator('.topology-resource').filter({ hasText: 'subnet' }).waitFor()
        await visitor.lookClosely()
        await page.getByRole('button', { name: t('shell.generator.launch'), exact: true }).click()
        await visitor.field('template').waitFor()
        assert.match(await visitor.field('template').inputValue(), /get_resource: net/)
        await page.locator('main button[type=submit]').click()
        await visitor.field('stack_name').waitFor()
        await goTo(page, '/project/template-generator')
        await page.getByRole('button', { name: t('shell.generator.clear'), exact: true }).click()
        await page.locator('.topology-resource').first().waitFor({ state: 'detached' })
      })

      it('show resource types with their properties and a sample template, and template functions', async () => {
        const { page } = visitor
        await visitor.open('/project/resource-types?resource_type=OS::Neutron::Net', 'OS::Neutron::Net')
        await visitor.tab('properties')
        await page.getByText('admin_state_up').first().waitFor()
        await visitor.lookClosely()
        await visitor.tab('template')
        await page.getByText('heat_template_version').waitFor()
        await visitor.open('/project/template-versions', 'heat_template_version.2018-08-31')
        await visitor.tab('functions')
        await visitor.row('get_attr').first().waitFor()
      })
    })

  it('name only resource types and properties in generated sources that the orchestration service has', async () => {
    const { orchestration, projectId } = cloud.admin
    for (const [panel, { hot, properties }] of Object.entries(sourceSpecs)) {
      if (hot === undefined) continue
      const { status, body } = await orchestration.get(`/v1/${projectId}/resource_types/${hot}`)
      assert.equal(status, 200, hot)
      const names = properties.flatMap((one) => (one.hot === undefined ? [] : [one.hot]))
      assert.deepEqual(
        names.filter((one) => !(one in body.properties)),
        [],
        `${panel}: ${hot}`,
      )
    }
  })
})
