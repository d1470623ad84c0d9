/** What the server refuses, by the code that it names. What is not here is told in the server's own words. */
export const codes = {
  account_disabled: 'This account is disabled. Whoever runs this server knows why.',
  api_key_limit_reached: 'You have as many active keys as one may have. Revoke one first.',
  email_taken: 'This address belongs to another account by now.',
  invalid_mfa_code: 'This code is not right, or was used before.',
  invalid_or_expired_token: 'This link does not work any more.',
  invalid_password: 'This password is not right.',
  mfa_already_enabled: 'The second factor is on already.',
  mfa_not_enabled: 'The second factor is off already.',
  mfa_required: 'Sign out, and sign in with your second factor, to do this.',
  mfa_setup_missing: 'This took more than ten minutes. Begin again.',
  object_missing: 'The picture did not arrive. Try again.',
  registration_disabled: 'Nobody can register here at the moment.',
  topup_disabled: 'Topping up is switched off on this server.',
  webhook_disabled: 'The webhook is switched off. Switch it on first.',
  webhook_limit_reached: 'You have ten webhooks. Delete one first.',
}
