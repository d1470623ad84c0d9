/** The product's sign. */
export function Sign({ size = 28 }: { size?: number }) {
  return (
    <svg viewBox="0 0 28 28" width={size} height={size} aria-hidden>
      <rect width="28" height="28" rx="7" className="fill-raised" />
      <path d="M11 8.5v11l9-5.5z" className="fill-accent" />
    </svg>
  )
}
