import type { Filter, Handler, HttpRequest } from '@nimbo/http/message'
import { formatMicroversion, type MicroversionRange, microversion } from '@nimbo/http/microversion'
import { json, multipleChoices, ok } from '@nimbo/http/reply'

export const computeMicroversions: MicroversionRange = {
  serviceType: 'compute',
  min: microversion('2.1'),
  max: microversion('2.103'),
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

const address = (request: HttpRequest, path: string): string => `${request.origin}${request.mount}${path}`

/** `GET /`: which versions there are. A request for anything else without a version gets a choice of them. */
export const versionList: Handler = async (request) => {
  const version = version21(address(request, '/v2.1/'))
  const { links, ...rest } = version
  if (request.path === '/') return ok({ versions: [{ ...rest, links: links.slice(0, 1) }] })
  return multipleChoices({
    choices: [
      {
        id: version.id,
        status: version.status,
        links: [{ rel: 'self', href: address(request, `/v2.1${request.path}`) }],
        'media-types': mediaTypes,
      },
    ],
  })
}

/** Answers `GET /v2.1/` before anyone asks for a token: clients look there first. */
export const versionDocument: Filter = (next) => async (request) => {
  if (request.path !== '/' || (request.method !== 'GET' && request.method !== 'HEAD')) return next(request)
  return json(200, { version: { ...version21(address(request, '/')), 'media-types': mediaTypes } })
}
