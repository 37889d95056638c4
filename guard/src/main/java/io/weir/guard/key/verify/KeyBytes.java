package io.weir.guard.key.verify;

import io.weir.classify.Cidr;
import io.weir.guard.key.ApiKey;
import io.weir.guard.key.KeyEnvironment;
import io.weir.guard.key.KeyLife;
import io.weir.guard.key.KeyReach;
import io.weir.guard.key.KeyTerms;
import io.weir.guard.key.KeyUse;
import io.weir.guard.key.spi.SecretHash;
import io.weir.guard.key.spi.StoredKey;
import io.weir.guard.key.spi.StoredSecret;
import io.weir.limit.Limit;
import io.weir.policy.rule.Glob;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** A key in the bytes of a snapshot, field by field. Its use is left out, which the database keeps. */
final class KeyBytes {

    private KeyBytes() {}

    static void write(StoredKey stored, DataOutput out) throws IOException {
        ApiKey key = stored.key();
        KeyTerms terms = key.terms();
        out.writeUTF(key.id());
        out.writeUTF(terms.name());
        out.writeUTF(terms.owner());
        writeText(terms.tenant(), out);
        writeText(terms.tier(), out);
        writeText(terms.limit().map(Object::toString), out);
        writeTexts(List.copyOf(terms.scopes()), out);
        writeTexts(terms.reach().networks(), out);
        writeTexts(terms.reach().counters(), out);
        KeyLife life = key.life();
        writeInstant(life.creation().at(), out);
        out.writeUTF(life.creation().by());
        out.writeUTF(life.creation().environment().text());
        writeOptional(life.expires(), out);
        writeOptional(life.disabled(), out);
        writeOptional(life.revoked(), out);
        out.writeInt(stored.secrets().size());
        for (StoredSecret secret : stored.secrets()) {
            out.writeUTF(secret.hash().toString());
            out.writeUTF(secret.hint());
            writeInstant(secret.created(), out);
            writeOptional(secret.until(), out);
        }
        writeText(stored.requestId(), out);
    }

    static StoredKey read(DataInput in) throws IOException {
        String id = in.readUTF();
        KeyTerms terms = new KeyTerms(
                in.readUTF(),
                in.readUTF(),
                readText(in),
                readText(in),
                readText(in).map(Limit::parse),
                readScopes(in),
                new KeyReach(
                        readTexts(in).stream().map(Cidr::parse).toList(),
                        readTexts(in).stream().map(Glob::new).toList()));
        KeyLife life = new KeyLife(
                new KeyLife.Creation(readInstant(in), in.readUTF(), KeyEnvironment.parse(in.readUTF())),
                readOptional(in),
                readOptional(in),
                readOptional(in));
        int count = in.readInt();
        List<StoredSecret> secrets = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            secrets.add(
                    new StoredSecret(SecretHash.parse(in.readUTF()), in.readUTF(), readInstant(in), readOptional(in)));
        }
        return new StoredKey(new ApiKey(id, terms, life, KeyUse.NONE), secrets, readText(in));
    }

    private static Set<String> readScopes(DataInput in) throws IOException {
        return new TreeSet<>(readTexts(in));
    }

    private static void writeText(Optional<String> text, DataOutput out) throws IOException {
        out.writeBoolean(text.isPresent());
        if (text.isPresent()) {
            out.writeUTF(text.get());
        }
    }

    private static Optional<String> readText(DataInput in) throws IOException {
        return in.readBoolean() ? Optional.of(in.readUTF()) : Optional.empty();
    }

    private static void writeTexts(List<?> texts, DataOutput out) throws IOException {
        out.writeInt(texts.size());
        for (Object text : texts) {
            out.writeUTF(text.toString());
        }
    }

    private static List<String> readTexts(DataInput in) throws IOException {
        int count = in.readInt();
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            texts.add(in.readUTF());
        }
        return texts;
    }

    private static void writeInstant(Instant instant, DataOutput out) throws IOException {
        out.writeLong(ChronoUnit.MICROS.between(Instant.EPOCH, instant));
    }

    private static Instant readInstant(DataInput in) throws IOException {
        return Instant.EPOCH.plus(in.readLong(), ChronoUnit.MICROS);
    }

    private static void writeOptional(Optional<Instant> instant, DataOutput out) throws IOException {
        out.writeBoolean(instant.isPresent());
        if (instant.isPresent()) {
            writeInstant(instant.get(), out);
        }
    }

    private static Optional<Instant> readOptional(DataInput in) throws IOException {
        return in.readBoolean() ? Optional.of(readInstant(in)) : Optional.empty();
    }
}
