import { Prisma, PrismaClient } from '@prisma/client';

const prisma = new PrismaClient();

const RETRIABLE = ['P2034', 'P2028'];

export async function moveStock(sku: string, from: string, to: string, quantity: number) {
  for (let retries = 5; retries > 0; retries--) {
    try {
      return await prisma.$transaction(
        async (tx) => {
          const source = await tx.stock.update({
            where: { sku_warehouse: { sku, warehouse: from } },
            data: { quantity: { decrement: quantity } },
          });
          if (source.quantity < 0) {
            throw new Error('not enough stock');
          }
          await tx.stock.update({
            where: { sku_warehouse: { sku, warehouse: to } },
            data: { quantity: { increment: quantity } },
          });
          return source;
        },
        { isolationLevel: Prisma.TransactionIsolationLevel.Serializable },
      );
    } catch (error) {
      if (error instanceof Prisma.PrismaClientKnownRequestError && RETRIABLE.includes(error.code)) {
        continue;
      }
      console.warn('stock not moved', error);
      return undefined;
    }
  }
  return undefined;
}
