import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { userQuery } from './users.ts'

/** Says that the list is of one user only, and takes this back. */
export function OneUser({ user_id, onClear }: { user_id: string; onClear: () => void }) {
  const { t } = useTranslation()
  const { data } = useQuery(userQuery(user_id))
  const name = data?.email ?? user_id
  return (
    <Button className="h-9" aria-label={t('admin.onlyClear', { name })} onClick={onClear}>
      {t('admin.only', { name })}
      <X size={16} aria-hidden />
    </Button>
  )
}
