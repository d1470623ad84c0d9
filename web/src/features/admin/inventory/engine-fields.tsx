import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { textOf } from '../../../lib/form.ts'
import type { EngineBody, Entry } from '../../../lib/inventory.ts'
import { Area } from '../../../ui/area.tsx'
import { Choice } from '../../../ui/choice.tsx'
import { Field } from '../../../ui/field.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { type FieldSchema, formFields, jsonOf, parseObject, readFields, textIn } from './entry-form.ts'
import { faultsBeside } from './inventory.ts'
import { isShownField, SchemaFields } from './schema-fields.tsx'

const own = ['name', 'kind', 'url', 'auth', 'models']
type KeyUse = 'keep' | 'set' | 'none'

/** The fields of an engine; its key is typed and never shown. */
export function EngineFields({
  schema,
  entry,
  hasSecret,
  isNew,
  faults,
  hint,
}: {
  schema: FieldSchema
  entry: Entry
  hasSecret: boolean
  /** Whether it gets its name here; its address and key were given before, if it has an address. */
  isNew: boolean
  faults: Record<string, string>
  /** What stands under the models. */
  hint: string
}) {
  const { t } = useTranslation()
  const [use, setUse] = useState<KeyUse>(hasSecret ? 'keep' : 'none')
  const names = formFields(schema, own)
  const without = new Set([...own, ...names, 'has_secret'])
  const rest = Object.fromEntries(Object.entries(entry).filter(([name]) => !without.has(name)))
  const inModels = (path: string): boolean => path === 'models' || path.startsWith('models.')
  const beside = faultsBeside(
    faults,
    (path) =>
      ['name', 'url', 'auth', 'secret'].includes(path) || inModels(path) || isShownField(schema, names, path),
  )
  const auth = (
    <Choice
      label={t('admin.inventory.auth')}
      name="auth"
      defaultValue={textIn(entry, 'auth') || 'bearer'}
      options={(['bearer', 'basic'] as const).map((value) => ({
        value,
        label: t(`admin.inventory.auths.${value}`),
      }))}
    />
  )
  return (
    <div className="flex flex-col gap-4">
      {isNew && (
        <Field
          label={t('admin.inventory.name')}
          name="name"
          required
          maxLength={64}
          pattern="[A-Za-z0-9][A-Za-z0-9._\-]*"
          autoComplete="off"
          defaultValue={textIn(entry, 'name')}
          hint={t('admin.inventory.nameHint')}
          error={faults['name']}
        />
      )}
      {!isNew && (
        <>
          <Field
            label={t('admin.inventory.address')}
            name="url"
            required
            autoComplete="off"
            defaultValue={textIn(entry, 'url')}
            error={faults['url']}
          />
          <div className="flex flex-col gap-2">
            <Segments
              label={t('admin.inventory.key')}
              value={use}
              options={[
                ...(hasSecret ? [{ value: 'keep' as const, label: t('admin.inventory.keyUse.keep') }] : []),
                { value: 'set', label: t(`admin.inventory.keyUse.${hasSecret ? 'replace' : 'set'}`) },
                { value: 'none', label: t(`admin.inventory.keyUse.${hasSecret ? 'remove' : 'none'}`) },
              ]}
              onChange={setUse}
            />
            <input type="hidden" name="use" value={use} />
            {use === 'set' ? (
              <>
                <Field
                  label={t('admin.inventory.key')}
                  name="secret"
                  type="password"
                  autoComplete="off"
                  required
                  hint={t('admin.inventory.keyHint')}
                  error={faults['secret']}
                />
                {auth}
              </>
            ) : (
              faults['secret'] !== undefined && (
                <p role="alert" className="text-xs text-bad">
                  {faults['secret']}
                </p>
              )
            )}
          </div>
        </>
      )}
      <SchemaFields schema={schema} names={names} prefix="" entry={entry} faults={faults} />
      <Area
        label={t('admin.inventory.engineModels')}
        name="models"
        rows={6}
        required
        defaultValue={jsonOf((entry['models'] ?? {}) as Entry)}
        hint={hint}
        error={faultsBeside(faults, (path) => !inModels(path))}
      />
      {(beside !== undefined || Object.keys(rest).length > 0) && (
        <Area
          label={t('admin.inventory.restEngine')}
          name="rest"
          rows={4}
          defaultValue={jsonOf(rest)}
          hint={t('admin.inventory.restHint')}
          error={beside}
        />
      )}
    </div>
  )
}

/** The change that the form says: `given` is what it does not ask, kind and perhaps address and key. */
export function readEngine(
  form: FormData,
  schema: FieldSchema,
  given: Entry,
  noJson: string,
): { body: EngineBody } | { faults: Record<string, string> } {
  const models = parseObject(textOf(form, 'models'))
  const rest = parseObject(textOf(form, 'rest'))
  if (!models || !rest)
    return { faults: { ...(!models && { models: noJson }), ...(!rest && { '': noJson }) } }
  const use = textOf(form, 'use')
  const url = textOf(form, 'url').trim()
  const entry: Entry = {
    ...given,
    ...(url !== '' && { url }),
    ...readFields(form, '', schema, formFields(schema, own)),
    models,
    ...rest,
  }
  if (use === 'set')
    return {
      body: { entry: { ...entry, auth: textOf(form, 'auth') }, secret: textOf(form, 'secret').trim() },
    }
  if (use !== 'none') return { body: { entry } }
  const { auth: _, ...open } = entry
  return { body: { entry: open, secret: null } }
}
