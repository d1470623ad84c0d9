export type KeyStatus = 'active' | 'revoked' | 'disabled' | 'expired'

/** If several apply, the one that lasts longest. */
export function statusOf(
  key: { revoked_at: Date | null; disabled_at: Date | null; expires_at: Date | null },
  now: Date,
): KeyStatus {
  if (key.revoked_at) return 'revoked'
  if (key.disabled_at) return 'disabled'
  if (key.expires_at && key.expires_at <= now) return 'expired'
  return 'active'
}
