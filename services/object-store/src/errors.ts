import { defineErrors, fault } from '@nimbo/kernel/errors'

const reason = ({ reason }: { readonly reason: string }): string => reason
type Why = { readonly reason: string }

/** An empty message stands for the default text of the status, which `refusal` adds. */
export const errors = defineErrors({
  Invalid: fault<Why>('badRequest', reason),
  Unauthenticated: fault('unauthenticated', ''),
  Forbidden: fault('forbidden', ''),
  NotFound: fault('notFound', ''),
  MethodNotAllowed: fault<{ allow: string }>('methodNotAllowed', ''),
  NotAcceptable: fault('notAcceptable', ''),
  Conflict: fault<Why>('conflict', reason),
  LengthRequired: fault<Why>('lengthRequired', reason),
  PreconditionFailed: fault<Why>('preconditionFailed', reason),
  TooLarge: fault<Why>('tooLarge', reason),
  RangeNotSatisfiable: fault('rangeNotSatisfiable', ''),
  Unprocessable: fault<Why>('unprocessable', reason),
  FormExpired: fault('unauthenticated', 'FormPost: Form Expired'),
  FormUnsigned: fault('unauthenticated', 'FormPost: Invalid Signature'),
  SyncUnsigned: fault(
    'unauthenticated',
    'X-Container-Sync-Auth header not valid; contact cluster operator for support.',
  ),
  UploadLost: fault('unavailable', ''),
  NoRoom: fault('insufficientStorage', ''),
})
