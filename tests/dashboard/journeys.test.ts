import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertNoComplaints, browserMissing, enter, goTo, sitDown } from './browser.ts'
import { type FurnishedCloud, startFurnishedCloud } from './furnished-cloud.ts'
import { panelStory } from './panel-story.ts'
import { Visitor } from './visitor.ts'

describe('what people do with the panels of the page', { skip: browserMissing }, () => {
  let there: FurnishedCloud

  before(async () => {
    there = await startFurnishedCloud()
  })
  after(() => there?.[Symbol.asyncDispose]())

  describe('in en-US', () => panelStory({ language: 'en-US', who: 'ann', there: () => there }))

  it('says of a service that is away that it is, and goes on with the others', async () => {
    const { cloud, browser } = there
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
      const there = /volume|block-storage/.test(type) ? String(url).replace(/:\d+/, ':1') : url
      await identity.post('/v3/endpoints', {
        endpoint: { service_id: id, interface: 'public', region_id: 'RegionTwo', url: there },
      })
    }
    const page = await sitDown(browser, { url: cloud.url })
    await enter(page, 'admin', cloud.access.password)
    const visitor = new Visitor(page, 'en-US')
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
    assertNoComplaints(page)
    await page.context().close()
  })
})
