import type { codes as english } from '../en/codes.ts'
import type { Words } from '../words.ts'

export const codes: Words<typeof english> = {
  account_disabled: '此账户已被停用，请联系本服务器的管理员。',
  api_key_limit_reached: '有效密钥已达上限，请先吊销一个。',
  email_taken: '这个邮箱现在属于另一个账户。',
  invalid_mfa_code: '验证码不正确，或已经用过。',
  invalid_or_expired_token: '此链接已失效。',
  invalid_password: '密码不正确。',
  mfa_already_enabled: '两步验证已经开启。',
  mfa_not_enabled: '两步验证已经关闭。',
  mfa_required: '请退出后用两步验证重新登录，再进行此操作。',
  mfa_setup_missing: '已超过十分钟，请重新开始。',
  object_missing: '图片没有传到，请重试。',
  registration_disabled: '目前不开放注册。',
  topup_disabled: '此服务器已关闭充值。',
  webhook_disabled: 'Webhook 已停用，请先启用。',
  webhook_limit_reached: '已有十个 Webhook，请先删除一个。',
}
