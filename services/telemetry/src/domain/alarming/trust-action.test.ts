import assert from 'node:assert/strict'
import { it } from 'node:test'
import { trustActionOf, trustsNoLongerIn, wantsTrust, withTrust } from './trust-action.ts'

it('an action by a trust names it, and goes to the address without', () => {
  const asked = 'trust+https://hooks.test:8443/a?b=c'
  assert.deepEqual(
    [wantsTrust(asked), wantsTrust('https://hooks.test/'), wantsTrust('log://')],
    [true, false, false],
  )
  const named = withTrust(asked, 'f00')
  assert.equal(named, 'trust+https://f00:delete@hooks.test:8443/a?b=c')
  assert.equal(wantsTrust(named), false)
  const { address, trustId } = trustActionOf(new URL(named))
  assert.deepEqual([address.href, trustId], ['https://hooks.test:8443/a?b=c', 'f00'])
  assert.equal(trustActionOf(new URL('http://plain.test/x')).trustId, undefined)
})

it('trusts end that were made for actions which are gone, and no others', () => {
  const none = { ok_actions: [], alarm_actions: [], insufficient_data_actions: [] }
  const [own, foreign] = ['trust+http://one:delete@a.test/', 'trust+http://two@a.test/']
  const before = { ...none, alarm_actions: [own, foreign], ok_actions: ['log://'] }
  assert.deepEqual(trustsNoLongerIn(before, before), [])
  assert.deepEqual(trustsNoLongerIn(before, none), ['one'])
  assert.deepEqual(trustsNoLongerIn(before, undefined), ['one'])
})
