import { content, empty, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { open } from '@nimbo/operation/target'
import { Type } from 'typebox'

export const showInfo = operation({
  id: 'info.show',
  method: 'GET',
  path: '/info',
  summary: 'Say what the object store can do, and its limits',
  on: open('it tells of the cloud and of nobody in it'),
  replies: { 200: content('application/json', Type.Record(Type.String(), Type.Object({}))) },
})

export const checkHealth = operation({
  id: 'health.show',
  method: 'GET',
  path: '/healthcheck',
  summary: 'Say that the service answers',
  on: open('load balancers ask it, which have no token'),
  replies: { 200: content('text/plain') },
})

const checkInfo = operation({
  ...showInfo,
  id: 'info.check',
  method: 'HEAD',
  summary: 'Say that there is something to say about what the object store can do',
  replies: { 200: empty },
})

const Addresses = Type.Array(Type.String())

/** S3-style form of version 2. */
const AddressesAndHeaders = view({ endpoints: Addresses, headers: Type.Record(Type.String(), Type.String()) })

export const listEndpoints = operation({
  id: 'endpoints.list',
  method: 'GET',
  path: '/v1/endpoints',
  summary: 'Say where an object, a container or an account is read: its path follows',
  on: open('it tells the addresses of the cloud, and of a path nothing but what the asker said'),
  replies: { 200: content('application/json', Type.Union([Addresses, AddressesAndHeaders])) },
})

export const signIn = operation({
  id: 'auth.sign_in',
  method: 'GET',
  path: '/auth/v1.0',
  summary:
    'Get a token and the address of an account by names and a password, as clients of before Keystone do',
  on: open('this is where callers prove who they are'),
  replies: { 200: empty },
  errors: ['Unauthenticated'],
})

export const showCrossDomainPolicy = operation({
  id: 'crossdomain.show',
  method: 'GET',
  path: '/crossdomain.xml',
  summary: 'Say which pages the plug-ins of old browsers may ask in the name of',
  on: open('browsers ask before they have a token'),
  replies: { 200: content('application/xml') },
})

export const showRecon = operation({
  id: 'recon.show',
  method: 'GET',
  path: '/recon/{figure}',
  summary: 'Show figures for operators, such as memory, load and disk usage',
  on: open('operators must enable it, as on Swift’s storage servers'),
  replies: { 200: content('application/json', Type.Unknown()) },
})

export const discoveryOperations = [
  ...[showInfo, checkInfo, checkHealth, listEndpoints, signIn],
  ...[showCrossDomainPolicy, showRecon],
]
