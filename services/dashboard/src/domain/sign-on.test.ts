import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signOnAddress, signOnsOf } from './sign-on.ts'

test('a sign-on choice names a protocol, or a provider and its protocol; invalid ones are left out', () => {
  const choices = ['acme/openid=Acme = we', 'openid=OpenID Connect', 'nothing', '../x/y=Z']
  assert.deepEqual(signOnsOf({ choices }), [
    { id: 'acme:openid', label: 'Acme = we' },
    { id: 'openid', label: 'OpenID Connect' },
  ])
})

test('the sign-on URL is identity’s path for the choice, with the address to return to', () => {
  const origin = 'http://c/dashboard/auth/websso/'
  const end = '?origin=http%3A%2F%2Fc%2Fdashboard%2Fauth%2Fwebsso%2F'
  assert.equal(
    signOnAddress('http://k/v3/', { id: 'acme:openid', label: '' }, origin),
    `http://k/v3/auth/OS-FEDERATION/identity_providers/acme/protocols/openid/websso${end}`,
  )
  assert.equal(
    signOnAddress('http://k/v3', { id: 'openid', label: '' }, origin),
    `http://k/v3/auth/OS-FEDERATION/websso/openid${end}`,
  )
})
