import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { freePort } from '@nimbo/testing/free-port'
import { startTestCloud, type TestCloud } from '@nimbo/testkit/start-test-cloud'
import type { Browser, Page } from 'playwright-core'
import { startOpenidProvider } from '../../services/identity/test/openid-provider.ts'
import { BrowserDoor } from './login-link.ts'
import { assertAccessible, assertNoComplaints, browserMissing, openBrowser, sitDown } from './browser.ts'
import { type Language, wordsIn } from './words.ts'

const federation = '/v3/OS-FEDERATION'
const websso = '/v3/auth/OS-FEDERATION/identity_providers/acme/protocols/openid/websso'

/** Registers the identity provider in Keystone, with a mapping that makes its users developers of a project. */
const welcomeAcme = async ({ admin: { identity } }: TestCloud, issuer: string): Promise<void> => {
  const { group } = (await identity.post('/v3/groups', { group: { name: 'developers' } })).body
  const { project } = (await identity.post('/v3/projects', { project: { name: 'web' } })).body
  const [role] = (await identity.get('/v3/roles?name=member')).body.roles
  await identity.put(`/v3/projects/${project.id}/groups/${group.id}/roles/${role.id}`, undefined)
  await identity.put(`${federation}/identity_providers/acme`, {
    identity_provider: { remote_ids: [issuer], enabled: true },
  })
  const rules = [
    {
      local: [{ user: { id: '{0}', name: '{1}' } }, { group: { id: group.id } }],
      remote: [{ type: 'HTTP_OIDC_SUB' }, { type: 'HTTP_OIDC_NAME' }],
    },
  ]
  await identity.put(`${federation}/mappings/people`, { mapping: { rules } })
  await identity.put(`${federation}/identity_providers/acme/protocols/openid`, {
    protocol: { mapping_id: 'people' },
  })
}

describe('signing in with an identity provider', { skip: browserMissing }, () => {
  let provider: Awaited<ReturnType<typeof startOpenidProvider>>
  let cloud: TestCloud
  let browser: Browser

  before(async () => {
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    provider = await startOpenidProvider([`${url}/identity${websso}`])
    cloud = await startTestCloud({
      port,
      environment: {
        OS_OPENID__PROVIDER_METADATA_URL: `${provider.issuer}/.well-known/openid-configuration`,
        OS_OPENID__CLIENT_ID: provider.client.id,
        OS_OPENID__CLIENT_SECRET: provider.client.secret,
        OS_OPENID__PUBLIC_URL: `${url}/identity`,
        OS_FEDERATION__TRUSTED_DASHBOARD: `${url}/dashboard/auth/websso/`,
        OS_WEBSSO__CHOICES: 'acme/openid=Acme',
      },
    })
    await welcomeAcme(cloud, provider.issuer)
    browser = await openBrowser()
  })
  after(async () => {
    await browser?.close()
    await cloud?.[Symbol.asyncDispose]()
    await provider?.[Symbol.asyncDispose]()
  })

  /** Goes to the identity provider and logs in there. */
  const signIn = async (page: Page, language: Language): Promise<void> => {
    const t = wordsIn(language)
    await page.getByRole('link', { name: t('shell.login.signOn', { provider: 'Acme' }) }).click()
    await page.locator('input[name=login]').fill('ann')
    await page.locator('input[name=password]').fill('ann-secret')
    await page.locator('button[type=submit]').click()
    await page.locator('button[type=submit]').click()
  }

  for (const language of ['en-US', 'zh-CN'] as const)
    it(`returns to the page that was requested before the login: ${language}`, async () => {
      const page = await sitDown(browser, { url: cloud.url, language })
      await page.goto(`${cloud.url}/dashboard/project/networks`)
      await page.locator('input[autocomplete="username"]').waitFor()
      await assertAccessible(page, { colours: language === 'en-US' })
      await signIn(page, language)
      await page.waitForURL('**/dashboard/project/networks')
      await page.getByRole('heading', { level: 1, name: wordsIn(language)('panel.networks.many') }).waitFor()
      await page.getByText('Ann').first().waitFor()
      assertNoComplaints(page)
      await page.context().close()
    })

  it('accepts a token only from Keystone’s origin, and answers with a login code instead of the token', async () => {
    const stranger = new BrowserDoor(cloud.url)
    const asked = await stranger.ask('GET', '/api/sign-ons')
    assert.deepEqual(asked.body, { sign_ons: [{ id: 'acme:openid', label: 'Acme' }] })
    assert.equal((await stranger.ask('GET', '/api/sign-ons/elsewhere')).status, 404)
    const send = (token: string, origin: string) =>
      fetch(`${cloud.url}/dashboard/auth/websso/`, {
        method: 'POST',
        redirect: 'manual',
        headers: { origin },
        body: new URLSearchParams({ token }),
      })
    assert.equal((await send(cloud.admin.token, 'https://evil.example')).status, 403)
    assert.equal((await send('made up', cloud.url)).status, 401)
    const taken = await send(cloud.admin.token, cloud.url)
    assert.equal(taken.status, 303)
    assert.match(taken.headers.get('location') ?? '', /^\/dashboard\/login#code=[\w-]{43}$/)
    assert.equal(taken.headers.get('set-cookie'), null)
  })
})
