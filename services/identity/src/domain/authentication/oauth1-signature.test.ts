import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSignedBy, oauthParameters, oauthSignature } from './oauth1-signature.ts'

/** The HMAC-SHA1 requests of the example in RFC 5849, section 1.2. */
const photos = {
  method: 'GET',
  url: 'http://photos.example.net/photos',
  query: new URLSearchParams({ file: 'vacation.jpg', size: 'original' }),
  authorization: `OAuth realm="Photos",
    oauth_consumer_key="dpf43f3p2l4k3l03",
    oauth_token="nnch734d00sl2jdk",
    oauth_signature_method="HMAC-SHA1",
    oauth_timestamp="137131202",
    oauth_nonce="chapoH",
    oauth_signature="MdpQcU8iPSUjWoN%2FUDMsK2sui9I%3D"`,
}
const secrets = { consumer: 'kd94hf93k423kf44', token: 'pfkkdhi9sl3r4s00' }

test('the example signature of RFC 5849 is accepted only for its request, secrets and signature method', () => {
  const parameters = oauthParameters(photos.authorization)
  assert.ok(parameters)
  assert.equal(oauthSignature(photos, parameters, secrets), 'MdpQcU8iPSUjWoN/UDMsK2sui9I=')
  assert.ok(isSignedBy(photos, parameters, secrets))
  assert.ok(!isSignedBy({ ...photos, method: 'POST' }, parameters, secrets))
  assert.ok(!isSignedBy(photos, parameters, { consumer: secrets.consumer }))
  assert.ok(!isSignedBy(photos, new Map([...parameters, ['oauth_signature_method', 'MD5']]), secrets))
})

test('a header that is not OAuth, is malformed or repeats a parameter yields no OAuth parameters', () => {
  for (const header of ['Basic x', 'OAuth a', 'OAuth a="1", a="2"', 'OAuth a="%"'])
    assert.equal(oauthParameters(header), undefined)
})
