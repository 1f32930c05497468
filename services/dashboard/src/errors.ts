import { defineErrors, fault } from '@nimbo/kernel/errors'

/** Errors of the dashboard service itself; error responses of services are passed on unchanged. */
export const errors = defineErrors({
  // The same message whichever credential was wrong.
  LoginRefused: fault('unauthenticated', 'The login was refused.'),
  NoSession: fault('unauthenticated', 'There is no session: log in.'),
  ScopeRefused: fault('forbidden', 'The session may not go there.'),
  UnknownRegion: fault<{ region: string }>(
    'notFound',
    ({ region }) => `There is no region ${region} in the catalog.`,
  ),
  ForeignOrigin: fault('forbidden', 'The request does not come from the page.'),
  NoSuchSignOn: fault('notFound', 'Nobody signs in that way.'),
  IdentityAway: fault('unavailable', 'Identity cannot be reached.'),
  ServiceUnknown: fault<{ service: string; region: string }>(
    'notFound',
    ({ service, region }) => `The catalog has no ${service} service in region ${region}.`,
  ),
  NoPolicyCheck: fault<{ service: string; region: string }>(
    'notImplemented',
    ({ service, region }) =>
      `The ${service} service in region ${region} cannot check a policy without carrying out the request.`,
  ),
  ServiceAway: fault<{ service: string }>(
    'unavailable',
    ({ service }) => `The ${service} service cannot be reached.`,
  ),
  TooManyStreams: fault('tooManyRequests', 'Too many pages listen for changes.'),
  NoSuchPath: fault('notFound', 'The resource could not be found.'),
  OnlyReading: fault<{ allow: string }>('methodNotAllowed', 'The method is not allowed here.'),
})
