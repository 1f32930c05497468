import { asksOnlyPolicy } from '@nimbo/http/asks-only-policy'
import { type Filter, type Handler, type HttpRequest, withParts } from '@nimbo/http/message'
import { type MicroversionRange, negotiate } from '@nimbo/http/microversion'
import { json, multipleChoices, noContent, ok } from '@nimbo/http/reply'
import { formatMicroversion, microversion } from '@nimbo/operation/microversion'

export const computeMicroversions: MicroversionRange = {
  serviceType: 'compute',
  min: microversion('2.1'),
  max: microversion('2.104'),
  legacyHeader: 'x-openstack-nova-api-version',
}

const mediaTypes = [{ base: 'application/json', type: 'application/vnd.openstack.compute+json;version=2.1' }]

const version21 = (href: string) => ({
  id: 'v2.1',
  status: 'CURRENT',
  version: formatMicroversion(computeMicroversions.max),
  min_version: formatMicroversion(computeMicroversions.min),
  updated: '2013-07-23T11:33:21Z',
  links: [
    { rel: 'self', href },
    { rel: 'describedby', type: 'text/html', href: 'http://docs.openstack.org/' },
  ],
})

/** The description of API v2.0: v2.1 without microversions under the legacy path. */
const version20 = (href: string) => ({
  id: 'v2.0',
  status: 'SUPPORTED',
  version: '',
  min_version: '',
  updated: '2011-01-21T11:33:21Z',
  links: [
    { rel: 'self', href },
    { rel: 'describedby', type: 'text/html', href: 'http://docs.openstack.org/' },
  ],
})

const legacyMediaTypes = [
  { base: 'application/json', type: 'application/vnd.openstack.compute+json;version=2' },
]

const address = (request: HttpRequest, path: string): string => `${request.origin}${request.mount}${path}`

/**
 * `GET /`: the list of versions, or 204 to a question about policy, by which clients recognise Nimbo. Other paths without a version get 300
 * with the choices.
 */
export const versionList: Handler = async (request) => {
  const versions = [version20(address(request, '/v2/')), version21(address(request, '/v2.1/'))]
  if (request.path === '/') {
    if (asksOnlyPolicy(request)) return noContent()
    return ok({ versions: versions.map(({ links, ...rest }) => ({ ...rest, links: links.slice(0, 1) })) })
  }
  const choice = (id: string, status: string, path: string, types: typeof mediaTypes) => ({
    id,
    status,
    links: [{ rel: 'self', href: address(request, `${path}${request.path}`) }],
    'media-types': types,
  })
  return multipleChoices({
    choices: [
      choice('v2.0', 'SUPPORTED', '/v2', legacyMediaTypes),
      choice('v2.1', 'CURRENT', '/v2.1', mediaTypes),
    ],
  })
}

/** Serves `GET /v2.1/` without a token, since clients look there first. Refuses an unknown microversion, too. */
export const versionDocument: Filter = (next) => async (request) => {
  if (request.path !== '/' || (request.method !== 'GET' && request.method !== 'HEAD')) return next(request)
  negotiate(computeMicroversions, request.headers)
  return json(200, { version: { ...version21(address(request, '/')), 'media-types': mediaTypes } })
}

/** A version document by id, with URLs below `base`; undefined for an unknown id. */
export const versionWith = (id: string, base: string) => {
  const beside = base.replace(/\/v2(\.1)?(\/.*)?$/, '')
  if (id === 'v2.1') return { ...version21(`${beside}/v2.1/`), 'media-types': mediaTypes }
  if (id === 'v2.0') return { ...version20(`${beside}/v2/`), 'media-types': legacyMediaTypes }
  return undefined
}

/** Like {@link versionDocument}, for the legacy path. */
export const legacyVersionDocument: Filter = (next) => async (request) => {
  if (request.path !== '/' || (request.method !== 'GET' && request.method !== 'HEAD')) return next(request)
  return json(200, { version: { ...version20(address(request, '/')), 'media-types': legacyMediaTypes } })
}

/** On the legacy path, microversion headers and unknown attributes of bodies are ignored. */
export const legacyV2Compatible: Filter = (next) => (request) => {
  const { 'openstack-api-version': _, 'x-openstack-nova-api-version': __, ...headers } = request.headers
  request.state.lenient = true
  return next(withParts(request, { headers }))
}
