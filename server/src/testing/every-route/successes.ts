import type { Person } from '../world.ts'

/** Requests that succeed, by route. A route that is not here gets a body made from its schema, and mostly refuses it. */
export const successes: Record<string, (who: Person) => Record<string, unknown>> = {
  '/api/v1/auth/register': ({ user_id }) => ({ email: `${user_id}@example.com`, password: 'a long secret' }),
  '/api/v1/auth/login': ({ email, password }) => ({ email, password }),
  '/api/v1/auth/refresh': ({ refresh_token }) => ({ refresh_token }),
  '/api/v1/auth/logout': ({ refresh_token }) => ({ refresh_token }),
  '/api/v1/auth/forgot-password': ({ email }) => ({ email }),
  '/api/v1/me/profile': () => ({ nickname: 'another name' }),
  '/api/v1/me/topup': () => ({ amount: 500 }),
  '/api/v1/me/password': ({ password }) => ({ old_password: password, new_password: 'another long secret' }),
  '/api/v1/me/email': ({ password, user_id }) => ({ password, new_email: `new-${user_id}@example.com` }),
  '/api/v1/me/delete': ({ password }) => ({ password }),
  '/api/v1/me/mfa/totp/setup': ({ password }) => ({ password }),
  '/api/v1/me/api-keys': () => ({ name: 'a key' }),
  '/api/v1/me/avatar/presign': () => ({ content_type: 'image/png' }),
  '/api/v1/video/generate': () => ({ prompt: 'a calm sea', duration_seconds: 1 }),
  '/openai/v1/videos': () => ({ prompt: 'a calm sea', seconds: '1' }),
  '/api/v1/admin/users/:user_id/role': () => ({ role: 'user' }),
  '/api/v1/admin/settings': () => ({ topup_enabled: true }),
}
