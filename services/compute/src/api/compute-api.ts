import { createApi } from '@nimbo/http/api'
import type { Handler } from '@nimbo/http/message'
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

/** The compute API without its WSGI-style pipeline, for callers that have authenticated the request. */
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
        authorizer: deps.enforcer,
        tracer: deps.tracer,
        microversions: computeMicroversions,
        forbidden: (rule) => errors.PolicyForbids({ rule }),
        invalid: invalidMessage,
      }),
    )
  })

/** Everything that compute serves over HTTP, with pipelines. Mounted at `/compute`. */
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
