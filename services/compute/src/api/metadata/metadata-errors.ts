import { defineErrors, fault } from '@nimbo/kernel/errors'

/** Errors of the metadata API, with Nova's messages. */
export const errors = defineErrors({
  HeaderMissing: fault<{ header: string }>(
    'badRequest',
    ({ header }) => `${header} header is missing from request.`,
  ),
  HeaderRepeated: fault<{ header: string }>(
    'badRequest',
    ({ header }) => `Multiple ${header} headers found within request.`,
  ),
  InvalidSignature: fault('forbidden', 'Invalid proxy request signature.'),
  PasswordKnown: fault('conflict', 'Password already set.'),
  PasswordUnchanged: fault('badRequest', 'The password can be read with GET and set with POST.'),
  PasswordTooLong: fault('badRequest', 'Request is too large.'),
  NoMetadata: fault('notFound', 'The resource could not be found.'),
})
