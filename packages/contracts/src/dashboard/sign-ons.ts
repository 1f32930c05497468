import { empty, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { open } from '@nimbo/operation/target'
import { Type } from 'typebox'

/** An identity provider offered on the login page. */
const SignOn = view({ id: Type.String(), label: Type.String() })

export const listSignOns = operation({
  id: 'sign_ons.list',
  method: 'GET',
  path: '/api/sign-ons',
  summary: 'List the identity providers that people can sign in with',
  on: open('the login page offers them to whoever comes'),
  replies: { 200: view({ sign_ons: Type.Array(SignOn) }) },
})

export const beginSignOn = operation({
  id: 'sign_ons.begin',
  method: 'GET',
  path: '/api/sign-ons/{sign_on_id}',
  summary: 'Send the browser to identity, which sends it to the provider',
  on: open('whoever is sent away has proved nothing yet'),
  replies: { 302: empty },
  errors: ['NoSuchSignOn'],
})

/** Receives the form that Keystone makes the browser post after single sign-on, at the path that Horizon uses. */
export const endSignOn = operation({
  id: 'sign_ons.end',
  method: 'POST',
  path: '/auth/websso',
  summary: 'Come back from identity with a token, and go on to the page with a code that logs in once',
  on: open('the token in the form is shown to identity before anything is made'),
  replies: { 303: empty },
  errors: ['LoginRefused', 'IdentityAway', 'ForeignOrigin'],
})

export const signOnOperations = [listSignOns, beginSignOn, endSignOn]
