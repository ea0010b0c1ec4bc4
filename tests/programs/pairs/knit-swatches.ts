import type { Producer } from 'kafkajs';

export interface Swatch {
  yarn: string;
  needles: number;
  stitches: number[];
}

const isMeasured = (swatch: Swatch): boolean => swatch.stitches.every((n) => n > 0);

/**
 * Publishes the swatches of a designer, all or none.
 * @returns how many were published; none when one of them is not measured yet
 */
export async function publishSwatches(producer: Producer, designer: string, swatches: Iterable<Swatch>) {
  const tx = await producer.transaction();
  let open = true;
  let published = 0;

  try {
    for (const swatch of swatches) {
      if (!isMeasured(swatch)) {
        return 0;
      }
      if (swatch.needles < 1) {
        throw new TypeError(`swatch of ${swatch.yarn} without needles`);
      }
      await tx.send({
        topic: 'knitting.swatches',
        messages: [{ key: designer, value: JSON.stringify(swatch) }],
      });
      published += 1;
    }
    open = false;
    await tx.commit();
    return published;
  } finally {
    if (open) {
      await tx.abort().catch((abortErr) => console.error('swatches not rolled back', abortErr));
    }
  }
}
