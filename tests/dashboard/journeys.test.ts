import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { goTo } from './browser.ts'
import { inFurnishedCloud } from './furnished-cloud.ts'
import { panelStory } from './panel-story.ts'
import { Visitor } from './visitor.ts'

inFurnishedCloud((there) => {
  describe('in en-US', () => panelStory({ language: 'en-US', who: 'ann', there }))

  it('show an error for a service that cannot be reached, while those of other services work', async () => {
    const { cloud, browser } = there()
    const { identity } = cloud.admin
    await identity.post('/v3/regions', { region: { id: 'RegionTwo' } })
    const { endpoints } = (await identity.get('/v3/endpoints?interface=public')).body
    const { services } = (await identity.get('/v3/services')).body
    for (const { id, type } of services) {
      const [url] = endpoints
        .filter(({ service_id }: { readonly service_id: string }) => service_id === id)
        .map((one: { readonly url: string }) => one.url)
      if (url === undefined) continue
      // No process listens on the first port.
      const address = /volume|block-storage/.test(type) ? String(url).replace(/:\d+/, ':1') : url
      await identity.post('/v3/endpoints', {
        endpoint: { service_id: id, interface: 'public', region_id: 'RegionTwo', url: address },
      })
    }
    const { url, access } = cloud
    const visitor = await Visitor.signIn(browser, { url, password: access.password, language: 'en-US' })
    const { page } = visitor
    const moved = await page.evaluate<number>(
      `fetch('/dashboard/api/session/scope', { method: 'PUT', headers: { 'content-type': 'application/json' }, body: '{"region":"RegionTwo"}' }).then(({ status }) => status)`,
    )
    assert.equal(moved, 200)
    await page.reload()
    await goTo(page, '/project/volumes')
    await page.getByText('The volume service cannot be reached.').first().waitFor()
    await visitor.lookClosely()
    await goTo(page, '/project/servers')
    await page.getByRole('link', { name: 'ann-server' }).waitFor()
    await visitor.leave()
  })
})
