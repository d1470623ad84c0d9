import { Type } from 'typebox'
import { Named, Nullable, Text, Timestamp } from '../../platform/http/input/schemas.ts'
import { maxSiteNameLength } from '../../settings/settings.ts'
import { SessionMode } from '../sign-in/schemas.ts'

const token = Text('plain', {
  minLength: 1,
  maxLength: 128,
  description: 'From the link that the server printed.',
})

export const SetupState = Named('SetupState', {
  is_open: Type.Boolean({ description: 'Nobody has ever been an administrator here.' }),
})

export const SetupCheck = Named('SetupCheck', { token })
export const SetupLinkState = Named('SetupLinkState', { expires_at: Timestamp })

export const SetupRequest = Named('SetupRequest', {
  token,
  email: Text('plain', { minLength: 1, maxLength: 254, format: 'email' }),
  password: Text('secret', { minLength: 8, maxLength: 128 }),
  nickname: Type.Optional(Nullable(Text('label', { minLength: 1, maxLength: 50 }))),
  site_name: Type.Optional(
    Nullable(
      Text('label', {
        minLength: 1,
        maxLength: maxSiteNameLength,
        description: 'What this installation is called; left out, Clipwright.',
      }),
    ),
  ),
  session_mode: SessionMode,
})
