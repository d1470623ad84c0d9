import { useTranslation } from 'react-i18next'
import type { Entry } from '../../../lib/inventory.ts'
import { Choice } from '../../../ui/choice.tsx'
import { Field } from '../../../ui/field.tsx'
import { type FieldSchema, formOf, optionsOf, textIn } from './entry-form.ts'

/** The fields of an entry that a JSON Schema describes, each with what the server said of it. */
export function SchemaFields({
  schema,
  names,
  prefix,
  entry,
  faults,
}: {
  schema: FieldSchema
  names: readonly string[]
  /** Before the names of the inputs. */
  prefix: string
  entry: Entry
  faults: Record<string, string>
}) {
  return (
    <div className="grid grid-cols-1 items-start gap-3 sm:grid-cols-2">
      {names.map((name) => (
        <OneField
          key={name}
          name={name}
          isRequired={schema.required?.includes(name) ?? false}
          schema={schema.properties![name]!}
          prefix={prefix}
          entry={entry}
          faults={faults}
        />
      ))}
    </div>
  )
}

/** What a field is called and what it is for; the server's own name and words where there are none of ours. */
export function useFieldWords() {
  const { t, i18n } = useTranslation()
  const find = (key: string): string | undefined => (i18n.exists(key) ? t(key as 'admin.title') : undefined)
  return {
    labelOf: (name: string) => find(`admin.inventory.fields.${name}`) ?? name,
    hintOf: (name: string) => find(`admin.inventory.hints.${name}`),
  }
}

function OneField({
  name,
  isRequired,
  schema,
  prefix,
  entry,
  faults,
}: {
  name: string
  isRequired: boolean
  schema: FieldSchema
  prefix: string
  entry: Entry
  faults: Record<string, string>
}) {
  const { t } = useTranslation()
  const { labelOf, hintOf } = useFieldWords()
  const form = formOf(schema)
  const label = labelOf(name)
  const hint = hintOf(name) ?? schema.description
  if (form === 'range')
    return (
      <fieldset className="flex flex-col gap-1 sm:col-span-2">
        <legend className="pb-1 text-xs text-soft">{label}</legend>
        <div className="grid grid-cols-3 gap-3">
          {(['min', 'max', 'default'] as const).map((bound) => (
            <Field
              key={bound}
              label={t(`admin.inventory.bounds.${bound}`)}
              aria-label={`${label}: ${t(`admin.inventory.bounds.${bound}`)}`}
              name={`${prefix}${name}.${bound}`}
              type="number"
              step="any"
              required={isRequired}
              defaultValue={textIn(entry, `${name}.${bound}`)}
              error={faults[`${name}.${bound}`]}
            />
          ))}
        </div>
        {(faults[name] ?? hint) !== undefined && (
          <p className={`text-xs ${faults[name] === undefined ? 'text-faint' : 'text-bad'}`}>
            {faults[name] ?? hint}
          </p>
        )}
      </fieldset>
    )
  if (form === 'choice')
    return (
      <div className="flex flex-col gap-1">
        <Choice
          label={label}
          name={`${prefix}${name}`}
          defaultValue={textIn(entry, name)}
          options={[
            ...(isRequired ? [] : [{ value: '', label: t('admin.inventory.asUsual') }]),
            ...optionsOf(schema).map((value) => ({
              value,
              label: value === 'true' ? t('admin.yes') : value === 'false' ? t('admin.no') : value,
            })),
          ]}
        />
        {(faults[name] ?? hint) !== undefined && (
          <p className={`text-xs ${faults[name] === undefined ? 'text-faint' : 'text-bad'}`}>
            {faults[name] ?? hint}
          </p>
        )}
      </div>
    )
  return (
    <Field
      label={label}
      name={`${prefix}${name}`}
      {...(form === 'number' && { type: 'number', step: 'any' })}
      required={isRequired}
      autoComplete="off"
      defaultValue={textIn(entry, name)}
      hint={hint}
      error={faults[name]}
    />
  )
}

/** Whether `SchemaFields` shows what is wrong at this path. */
export function isShownField(schema: FieldSchema, names: readonly string[], path: string): boolean {
  const [name = '', bound, ...more] = path.split('.')
  if (!names.includes(name) || more.length > 0) return false
  return (
    bound === undefined ||
    (formOf(schema.properties![name]!) === 'range' && bound in { min: 0, max: 0, default: 0 })
  )
}
