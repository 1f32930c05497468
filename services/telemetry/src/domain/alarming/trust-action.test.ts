import assert from 'node:assert/strict'
import { it } from 'node:test'
import { trustActionOf, trustsNoLongerIn, wantsTrust, withTrust } from './trust-action.ts'

it('an action with a trust has the trust id in its URL, and is sent to the URL without it', () => {
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

it('the trusts of removed actions are deleted, except those that the alarm service did not create', () => {
  const none = { ok_actions: [], alarm_actions: [], insufficient_data_actions: [] }
  const [own, foreign] = ['trust+http://one:delete@a.test/', 'trust+http://two@a.test/']
  const before = { ...none, alarm_actions: [own, foreign], ok_actions: ['log://'] }
  assert.deepEqual(trustsNoLongerIn(before, before), [])
  assert.deepEqual(trustsNoLongerIn(before, none), ['one'])
  assert.deepEqual(trustsNoLongerIn(before, undefined), ['one'])
})
