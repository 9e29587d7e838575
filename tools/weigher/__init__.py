"""The training of what weighs claims (`lumina.distil.claims.weighed`)."""
