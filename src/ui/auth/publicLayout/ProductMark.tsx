// The product's picture and name, drawn before anything else has loaded.
import styles from './publicLayout.module.css'

export function ProductMark({ icon, title }: { icon: string; title: string }) {
  return (
    <span className={styles.product}>
      <img src={icon} alt="" width={28} height={28} />
      {title}
    </span>
  )
}
