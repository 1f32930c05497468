import { createApi } from '@nimbo/http/api'
import type { Handler, HttpRequest } from '@nimbo/http/message'
import { whenFirstAsked } from '@nimbo/http/when-first-asked'
import { serveApi } from '@nimbo/service/serve-api'
import type { ServiceHost } from '@nimbo/service/service-host'
import type { ComputeApiDeps } from '../app/app.ts'
import { errors } from '../errors.ts'
import { faultEnvelope, invalidMessage, unexpectedMessage } from './fault-envelope.ts'
import { apiPaste } from './paste.ts'
import { projectSegment } from './project-segment.ts'
import {
  computeMicroversions,
  legacyV2Compatible,
  legacyVersionDocument,
  versionDocument,
  versionList,
} from './versions.ts'

const forms = ['application/json', 'application/vnd.openstack.compute+json', 'text/plain']

/** Refuses bodies with another content type than JSON; bodies without a type, or with type text, are read as JSON. */
const requireForm = ({ method, headers }: HttpRequest): void => {
  const [form = ''] = headers['content-type']?.toLowerCase().split(';') ?? []
  const hasBody = (method === 'POST' || method === 'PUT') && headers['content-length'] !== '0'
  if (hasBody && form.trim() !== '' && !forms.includes(form.trim())) throw errors.UnsupportedForm()
}

/** The compute API without its pipeline of filters, for callers that have authenticated the request. */
export const computeHandler = (deps: ComputeApiDeps): Handler =>
  whenFirstAsked(async () => {
    const { computeRoutes } = await import('./routes.ts')
    const { createComputeApp } = await import('../app/compute-app.ts')
    return projectSegment(
      computeRoutes,
      createApi({
        name: 'compute',
        routes: computeRoutes,
        app: createComputeApp(deps),
        emptyIds: 'notFound',
        validatesFirst: true,
        requireForm,
        authorizer: deps.enforcer,
        tracer: deps.tracer,
        microversions: computeMicroversions,
        forbidden: (rule) => errors.PolicyForbids({ rule }),
        invalid: invalidMessage,
      }),
    )
  })

/** Everything that compute serves over HTTP, with its pipelines of filters. Mounted at `/compute`. */
export const computeApis = (host: ServiceHost, deps: ComputeApiDeps): Handler =>
  serveApi(host, {
    service: 'nova',
    paste: apiPaste,
    main: 'osapi_compute',
    apps: { osapi_compute_versions: versionList, osapi_compute_app_v21: computeHandler(deps) },
    described: async () => (await import('./described.ts')).described,
    tracer: deps.tracer,
    faults: { envelope: faultEnvelope, unexpected: unexpectedMessage },
    requestIdHeader: 'x-compute-request-id',
    filters: {
      version_document: () => versionDocument,
      legacy_version_document: () => legacyVersionDocument,
      legacy_v2_compatible: () => legacyV2Compatible,
    },
  })
